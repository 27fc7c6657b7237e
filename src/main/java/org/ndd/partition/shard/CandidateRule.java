package org.ndd.partition.shard;

import org.ndd.core.group.CandidateParameters;

/**
 * Which documents above a document in rank order count as its predecessors.
 *
 * @param isOfSets the next one above it in each posting list, which suffices for the report's perhaps-similar sets: along a list, in rank
 *     order, labels only ever get higher, so the highest label above a document is its next neighbour's. Else those that share most with
 *     it, weighed by 1/df²: its candidates are their leaders
 * @param predecessors that are kept a document
 * @param listHead documents of a posting list that are looked at, the first in rank order
 * @param commonHead the same for a list that is too common; 0 if it is not used
 */
public record CandidateRule(boolean isOfSets, int predecessors, int listHead, int commonHead) {

    /** As many as a page has fingerprints. */
    private static final int LISTS = 112;

    /** Documents of a posting list that are looked at. */
    int listHead(boolean common) {
        return common ? commonHead : listHead;
    }

    /** The rule of a mode. */
    public static CandidateRule of(CandidateParameters parameters) {
        return parameters.mode() == CandidateParameters.Mode.SETS
                ? new CandidateRule(
                        true, LISTS, (int) CandidateParameters.SETS.maxDf(), CandidateParameters.SETS.listHead(true))
                : new CandidateRule(
                        false, parameters.predecessors(), parameters.listHead(false), parameters.listHead(true));
    }
}
