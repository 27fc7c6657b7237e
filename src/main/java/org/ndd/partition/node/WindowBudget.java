package org.ndd.partition.node;

import org.elasticsearch.common.breaker.CircuitBreaker;
import org.ndd.core.group.CandidateParameters;
import org.ndd.partition.plan.PartitionOptions;

/** Computes the number of rank windows with which the candidates of one window fit into a node's memory. */
public final class WindowBudget {

    /**
     * Bytes for the predecessors of a document: at most 16 of 40 bytes each, usually 6.
     *
     * <p>Its fingerprints need further memory, in lists of fingerprints and in the heads of these. Each shard keeps a head in each window
     * that has a document of the list. Measured with 24 fingerprints per document: 0.5 kB per document with one shard and one window, 0.7
     * with 6 shards, 0.9 with 11 windows, and 1.9 with 6 shards and 11 windows.
     */
    private static final double BYTES_PER_DOCUMENT = 250;

    private static final double BYTES_PER_FINGERPRINT = 7;
    private static final double BYTES_OF_HEADS_PER_FINGERPRINT = 4.5;
    private static final double GROWTH_OF_HEADS = 0.7;

    /** Product of shards and windows above which each document has separate heads. */
    private static final double MAX_PARTS = 128;

    /** Additional bytes per document and field of {@code must_agree}: 8 bytes per entry of a list, and lists have more entries. */
    private static final double BYTES_PER_FIELD = 400;

    /** Bytes of each further predecessor. */
    private static final double BYTES_PER_PREDECESSOR = 40;

    private WindowBudget() {}

    /** Returns the bytes for the candidates of one window: half of the free memory. */
    static double budget(CircuitBreaker breaker) {
        return breaker.getLimit() <= 0 ? Double.POSITIVE_INFINITY : (breaker.getLimit() - breaker.getUsed()) / 2.0;
    }

    /**
     * Returns the number of windows for a given memory.
     *
     * @param documents number of documents of the run on one node
     * @param fingerprints number of fingerprints of these documents, counted once per document
     * @param shards number of shards of the run, including those on other nodes
     * @param fields number of fields of {@code must_agree}
     * @param predecessors number of predecessors kept per document
     * @param budget bytes for the candidates of one window
     * @return 1 to {@link PartitionOptions#MAX_WINDOWS}, even if more would be needed
     */
    public static int windows(
            double documents, double fingerprints, double shards, int fields, int predecessors, double budget) {
        double ofDocuments = documents
                * (BYTES_PER_DOCUMENT
                        + fields * BYTES_PER_FIELD
                        + (predecessors - CandidateParameters.PREDECESSORS) * BYTES_PER_PREDECESSOR);
        int windows = 0;
        double bytes;
        do {
            windows++;
            double heads = Math.pow(Math.min(MAX_PARTS, shards * windows), GROWTH_OF_HEADS);
            double ofFingerprints = fingerprints * (BYTES_PER_FINGERPRINT + BYTES_OF_HEADS_PER_FINGERPRINT * heads);
            bytes = (ofDocuments + ofFingerprints) / windows;
        } while (bytes > Math.max(1, budget) && windows < PartitionOptions.MAX_WINDOWS);
        return windows;
    }
}
