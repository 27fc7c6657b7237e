/**
 * Measures the agreement of verdicts with the labels of users: precision, recall, the curve over thresholds, and the pairs whose verdict
 * and label differ.
 *
 * <p>Implements the evaluate API. The comparison of two pages is in {@code org.ndd.pair}. Start with {@link
 * org.ndd.evaluate.EvaluateAction}.
 */
package org.ndd.evaluate;
