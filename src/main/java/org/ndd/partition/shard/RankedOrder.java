package org.ndd.partition.shard;

/**
 * The order of all documents of a run: by rank, and where two ids are the same (in two indices) by their place in the plan, whose shards
 * are in order of index name.
 */
public final class RankedOrder {

    private RankedOrder() {}

    /** Negative where the first document is above the second. */
    public static int compare(long high, long low, long ref, long otherHigh, long otherLow, long otherRef) {
        int byHigh = Long.compareUnsigned(high, otherHigh);
        if (byHigh != 0) {
            return byHigh;
        }
        int byLow = Long.compareUnsigned(low, otherLow);
        return byLow != 0 ? byLow : Long.compare(ref, otherRef);
    }
}
