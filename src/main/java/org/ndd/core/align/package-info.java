/**
 * Finds what two texts have in common: filtered sketch, longest common subsequence (LCS), its trustable part (TLCS), words and their
 * spelling, and a diff.
 *
 * <p>Responsibility: algorithms on two strings, without a judgment. Not in this package: the verdict and its reason (core.compare); the
 * canonical form of texts (core.text).
 *
 * <p>Start reading at {@link org.ndd.core.align.PairMeasures}, which computes the measures of a pair on demand; then {@link
 * org.ndd.core.align.Sketch}, {@link org.ndd.core.align.BitVectorLcs}, {@link org.ndd.core.align.EditCurve} and {@link
 * org.ndd.core.align.TrustedRegions} in the order in which they process a pair. The method is that of Huang, Wang and Li (technical report
 * PKU_CS_NCIS_TR2007012), sections 3 and 4.3 to 4.4.
 */
package org.ndd.core.align;
