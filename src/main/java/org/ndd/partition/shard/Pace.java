package org.ndd.partition.shard;

/** Slows work down to a number of documents a second. */
@FunctionalInterface
public interface Pace {

    /** As fast as it goes. */
    Pace UNLIMITED = documents -> {};

    /** Waits until {@code documents} more may be decided; returns at once when the run is cancelled. */
    void take(int documents);
}
