package org.ndd.partition.shard;

import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.LongArray;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;

/**
 * Whom each document of a shard follows: 24 bytes a document, on the request circuit breaker. Written by the one thread that decides, read by
 * others: every access is synchronized, so that a leader and its rank are always seen together.
 */
final class Leaders implements Releasable {

    private final LongArray refs;
    private final LongArray high;
    private final LongArray low;

    Leaders(int maxDoc, BigArrays bigArrays) {
        LongArray[] arrays = new LongArray[3];
        boolean success = false;
        try {
            for (int i = 0; i < arrays.length; i++) {
                arrays[i] = bigArrays.newLongArray(maxDoc, false);
            }
            arrays[0].fill(0, maxDoc, DocRef.NONE);
            success = true;
        } finally {
            if (success == false) {
                Releasables.close(arrays);
            }
        }
        refs = arrays[0];
        high = arrays[1];
        low = arrays[2];
    }

    synchronized void decide(int doc, long leader, long leaderHigh, long leaderLow) {
        refs.set(doc, leader);
        high.set(doc, leaderHigh);
        low.set(doc, leaderLow);
    }

    synchronized void forget(int doc) {
        refs.set(doc, DocRef.NONE);
    }

    synchronized long ref(int doc) {
        return refs.get(doc);
    }

    synchronized LeaderStates states(int[] docs) {
        LeaderStates states = new LeaderStates(new long[docs.length], new long[docs.length], new long[docs.length]);
        for (int i = 0; i < docs.length; i++) {
            states.refs()[i] = refs.get(docs[i]);
            states.high()[i] = high.get(docs[i]);
            states.low()[i] = low.get(docs[i]);
        }
        return states;
    }

    @Override
    public void close() {
        Releasables.close(refs, high, low);
    }
}
