package org.ndd.partition.shard;

import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.LongArray;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;

/** The rank of each document of a shard: 16 bytes a document, on the request circuit breaker. Lower is above. */
final class Ranks implements Releasable {

    private final int shard;
    private final LongArray high;
    private final LongArray low;

    Ranks(int shard, int maxDoc, BigArrays bigArrays) {
        this.shard = shard;
        LongArray first = bigArrays.newLongArray(maxDoc, false);
        boolean success = false;
        try {
            this.low = bigArrays.newLongArray(maxDoc, false);
            success = true;
        } finally {
            if (success == false) {
                first.close();
            }
        }
        this.high = first;
    }

    void set(int doc, long rankHigh, long rankLow) {
        high.set(doc, rankHigh);
        low.set(doc, rankLow);
    }

    long high(int doc) {
        return high.get(doc);
    }

    long low(int doc) {
        return low.get(doc);
    }

    /** Compares two documents of this shard. */
    int compare(int a, int b) {
        return RankedOrder.compare(high(a), low(a), a, high(b), low(b), b);
    }

    /** Compares a document of this shard with a document of any shard. */
    int compare(int doc, long otherHigh, long otherLow, long otherRef) {
        return RankedOrder.compare(high(doc), low(doc), DocRef.of(shard, doc), otherHigh, otherLow, otherRef);
    }

    @Override
    public void close() {
        Releasables.close(high, low);
    }
}
