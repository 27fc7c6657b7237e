/**
 * Compares two texts: filtered sketch, longest common subsequence (LCS), its trustable part (TLCS), numbers, and the verdict with its
 * reason.
 *
 * <p>Responsibility: pure functions of two texts and {@link org.ndd.core.compare.SimilarityParameters}. Not in this package: code that
 * depends on documents, indices, ranks or Elasticsearch; the canonical form of texts (core.text); the selection of pairs (core.fingerprint,
 * core.group); boilerplate of sites (core.boilerplate).
 *
 * <p>Start reading at {@link org.ndd.core.compare.PairComparator}, which applies the rules; then {@link org.ndd.core.compare.Sketch},
 * {@link org.ndd.core.compare.BitVectorLcs}, {@link org.ndd.core.compare.EditCurve} and {@link org.ndd.core.compare.TrustedRegions} in the
 * order in which they process a pair. The method is that of Huang, Wang and Li (technical report PKU_CS_NCIS_TR2007012), sections 3 and 4.3
 * to 4.4.
 */
package org.ndd.core.compare;
