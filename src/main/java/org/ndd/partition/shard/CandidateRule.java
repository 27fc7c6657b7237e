package org.ndd.partition.shard;

import org.ndd.core.group.CandidateParameters;

/** Which documents above a document in rank count as its predecessors. */
public enum CandidateRule {
    /** Those that share most with it, weighed by 1/df: its candidates are their leaders. */
    NEIGHBOURS(CandidateParameters.PREDECESSORS, CandidateParameters.LIST_HEAD),
    /**
     * The next one above it in each posting list, which suffices for the report's perhaps-similar sets: along a list, in rank order, labels
     * only ever get higher, so the highest label above a document is its next neighbour's.
     */
    SETS(112, (int) CandidateParameters.SETS.maxDf());

    private final int predecessors;
    private final int listHead;

    CandidateRule(int predecessors, int listHead) {
        this.predecessors = predecessors;
        this.listHead = listHead;
    }

    /** The rule of a mode. */
    public static CandidateRule of(CandidateParameters parameters) {
        return parameters.mode() == CandidateParameters.Mode.SETS ? SETS : NEIGHBOURS;
    }

    /** Predecessors kept a document. */
    int predecessors() {
        return predecessors;
    }

    /** Documents of a posting list that are looked at, the first in rank order. */
    public int listHead() {
        return listHead;
    }
}
