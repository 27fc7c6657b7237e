/**
 * Decisions of people about pairs of documents.
 *
 * <p>Stores decisions in an index of the user's choice, and loads them for requests and runs. Finds decisions whose documents changed, and
 * decisions that contradict each other. Implements the decisions API. The effect of decisions on groups is in {@code org.ndd.core.group}.
 * Start with {@link org.ndd.decisions.PairDecision}.
 */
package org.ndd.decisions;
