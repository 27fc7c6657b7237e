/**
 * Measures how well the verdict agrees with pairs that the user labeled: precision, recall, the curve over thresholds, and the pairs whose
 * verdict and label differ.
 *
 * <p>Responsibility: the evaluate API. Not in this package: the comparison of two pages, which is in {@code org.ndd.pair}. Start with
 * {@link org.ndd.evaluate.EvaluateAction}.
 */
package org.ndd.evaluate;
