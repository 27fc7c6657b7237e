package org.ndd.partition.shard;

import org.ndd.core.group.CandidateParameters;

/**
 * Selects the documents above a document in rank order that count as its predecessors.
 *
 * <p>For sets of possibly similar documents as in the PKU report, only the next document above it in each posting list counts. This
 * suffices because labels increase along a list in rank order, so the highest label above a document is that of its next neighbor.
 * Otherwise the predecessors are the documents that have the highest overlap with it, weighted by 1/df². Its candidates are their leaders.
 *
 * @param isOfSets whether only the next document above it in each posting list counts
 * @param predecessors maximum number of predecessors per document
 * @param listHead number of documents of a posting list that are examined, the first in rank order
 * @param commonHead the same for a list that is too common; 0 if it is not used
 */
public record CandidateRule(boolean isOfSets, int predecessors, int listHead, int commonHead) {

    /** Maximum number of fingerprints of a document. */
    private static final int LISTS = 112;

    /** Returns the number of documents of a posting list that are examined. */
    int listHead(boolean common) {
        return common ? commonHead : listHead;
    }

    /** Returns the rule of a mode. */
    public static CandidateRule of(CandidateParameters parameters) {
        return parameters.mode() == CandidateParameters.Mode.SETS
                ? new CandidateRule(
                        true, LISTS, (int) CandidateParameters.SETS.maxDf(), CandidateParameters.SETS.listHead(true))
                : new CandidateRule(
                        false, parameters.predecessors(), parameters.listHead(false), parameters.listHead(true));
    }
}
