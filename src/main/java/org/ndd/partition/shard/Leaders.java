package org.ndd.partition.shard;

import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.LongArray;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;

/**
 * Whom each document of a shard follows: 24 bytes a document and 8 a field that keeps documents apart, on the request circuit breaker.
 * Written by the one thread that decides, read by others: every access is synchronized, so that a leader, its rank and what keeps it apart
 * are always seen together.
 */
final class Leaders implements Releasable {

    private final LongArray refs;
    private final LongArray high;
    private final LongArray low;
    private final KeyArray keys;

    /** @param width fields that keep documents apart */
    Leaders(int maxDoc, int width, BigArrays bigArrays) {
        LongArray[] arrays = new LongArray[3];
        boolean success = false;
        try {
            for (int i = 0; i < arrays.length; i++) {
                arrays[i] = bigArrays.newLongArray(maxDoc, false);
            }
            arrays[0].fill(0, maxDoc, DocRef.NONE);
            keys = new KeyArray(width, maxDoc, bigArrays);
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

    /** Decides where it does not matter what keeps the leader apart: no other document asks. */
    void decide(int doc, long leader, long leaderHigh, long leaderLow) {
        decide(doc, leader, leaderHigh, leaderLow, keys, doc);
    }

    /** @param from has what keeps the leader apart in row {@code row} */
    synchronized void decide(int doc, long leader, long leaderHigh, long leaderLow, KeyRows from, long row) {
        refs.set(doc, leader);
        high.set(doc, leaderHigh);
        low.set(doc, leaderLow);
        keys.set(doc, from, row);
    }

    synchronized void forget(int doc) {
        refs.set(doc, DocRef.NONE);
    }

    synchronized long ref(int doc) {
        return refs.get(doc);
    }

    synchronized LeaderStates states(int[] docs) {
        LeaderStates states = new LeaderStates(
                new long[docs.length], new long[docs.length], new long[docs.length], new KeyList(keys.width()));
        for (int i = 0; i < docs.length; i++) {
            states.refs()[i] = refs.get(docs[i]);
            states.high()[i] = high.get(docs[i]);
            states.low()[i] = low.get(docs[i]);
            states.keys().set(i, keys, docs[i]);
        }
        return states;
    }

    @Override
    public void close() {
        Releasables.close(refs, high, low, keys);
    }
}
