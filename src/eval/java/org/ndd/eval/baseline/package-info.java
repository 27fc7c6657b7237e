/**
 * Other systems that find near-duplicates, those of the papers that this project started from and those that are in use today, written down
 * here from their descriptions so that all can be measured on the same pages.
 *
 * <p>What lives here: their features (words, shingles, spot signatures), their signatures, and each system with the parameters of its paper
 * in {@link org.ndd.eval.baseline.Baselines}. All read the canonical text that our method reads; what a paper does before (markup,
 * stemming) is left out. What must not: labels and scores. Start reading at {@link org.ndd.eval.baseline.Baselines}.
 */
package org.ndd.eval.baseline;
