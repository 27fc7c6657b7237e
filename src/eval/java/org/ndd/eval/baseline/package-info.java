/**
 * Other systems that find near-duplicates, implemented from their papers and documentation, to compare them on the same documents.
 *
 * <p>Contains their features (words, shingles, spot signatures), their signatures, and each system with its parameters. All read the same
 * canonical text as ndd; preprocessing of the papers (markup, stemming) is omitted. Must not contain labels or scores. Start with {@link
 * org.ndd.eval.baseline.Baselines}.
 */
package org.ndd.eval.baseline;
