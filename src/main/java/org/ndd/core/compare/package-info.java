/**
 * Judges two texts: masked boilerplate, signals, their weights, and the verdict with its reason.
 *
 * <p>Responsibility: pure functions of two texts and {@link org.ndd.core.compare.SimilarityParameters}. Not in this package: code that
 * depends on documents, indices, ranks or Elasticsearch; the common parts of the texts (core.align) and their canonical form (core.text);
 * the selection of pairs (core.fingerprint, core.group); boilerplate of sites (core.boilerplate).
 *
 * <p>Start reading at {@link org.ndd.core.compare.PairComparator}, which applies the rules; then {@link org.ndd.core.compare.PreparedPair}
 * and {@link org.ndd.core.compare.Evidence}, which computes each {@link org.ndd.core.compare.Signal}.
 */
package org.ndd.core.compare;
