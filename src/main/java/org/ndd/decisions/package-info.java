/**
 * Decisions of people about pairs of documents.
 *
 * <p>Responsibility: stores decisions in an index of the user's choice, finds those whose documents changed and those that contradict each
 * other, loads them for requests and runs, and implements the decisions API. Not in this package: the effect of decisions on groups
 * (core.group). Start reading at {@link org.ndd.decisions.PairDecision}.
 */
package org.ndd.decisions;
