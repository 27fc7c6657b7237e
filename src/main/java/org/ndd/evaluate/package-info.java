/**
 * How well the verdict suits labelled pairs of the user's own: precision, recall, the curve over thresholds, and the pairs where verdict
 * and label differ.
 *
 * <p>What lives here: the evaluate API. What must not: how two pages are compared (room {@code pair}). Start reading at
 * {@link org.ndd.evaluate.TransportEvaluateAction}.
 */
package org.ndd.evaluate;
