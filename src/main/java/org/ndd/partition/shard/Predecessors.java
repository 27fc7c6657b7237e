package org.ndd.partition.shard;

import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.LongArray;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;

/**
 * The best predecessors of each document of a shard that one window decides: the documents above it that share most with it. Built in order
 * of document, best first; 40 bytes a predecessor, 8 more for each field that keeps documents apart, and 8 a document, on the request
 * circuit breaker.
 */
final class Predecessors implements Releasable {

    private static final long RESOLVED = 1L << 63;

    private final BigArrays bigArrays;
    private final LongArray starts;
    private LongArray refs;
    private LongArray documents;
    private LongArray scores;
    private LongArray high;
    private LongArray low;
    private final KeyArray keys;
    private long size;
    private int nextDoc;

    /** @param width fields that keep documents apart */
    Predecessors(int maxDoc, int width, BigArrays bigArrays) {
        this.bigArrays = bigArrays;
        LongArray[] arrays = new LongArray[6];
        boolean success = false;
        try {
            arrays[0] = bigArrays.newLongArray(maxDoc + 1L, true);
            for (int i = 1; i < arrays.length; i++) {
                arrays[i] = bigArrays.newLongArray(64, false);
            }
            keys = new KeyArray(width, 64, bigArrays);
            success = true;
        } finally {
            if (success == false) {
                Releasables.close(arrays);
            }
        }
        starts = arrays[0];
        refs = arrays[1];
        scores = arrays[2];
        high = arrays[3];
        low = arrays[4];
        documents = arrays[5];
    }

    /** Adds predecessors of the next document; documents come in ascending order, and those left out have none. */
    void add(int doc, int count, long[] docRefs, long[] docScores) {
        close(doc);
        refs = bigArrays.grow(refs, size + count);
        documents = bigArrays.grow(documents, size + count);
        scores = bigArrays.grow(scores, size + count);
        high = bigArrays.grow(high, size + count);
        low = bigArrays.grow(low, size + count);
        keys.grow(size + count);
        for (int i = 0; i < count; i++) {
            refs.set(size, docRefs[i]);
            documents.set(size, docRefs[i]);
            scores.set(size, docScores[i]);
            size++;
        }
    }

    /** Ends the lists of all documents up to {@code doc}, exclusive. */
    void close(int doc) {
        while (nextDoc <= doc) {
            starts.set(nextDoc++, size);
        }
    }

    long start(int doc) {
        return starts.get(doc);
    }

    long end(int doc) {
        return starts.get(doc + 1L);
    }

    long size() {
        return size;
    }

    boolean resolved(long entry) {
        return refs.get(entry) < 0;
    }

    /** The predecessor. */
    long document(long entry) {
        return documents.get(entry);
    }

    /** The predecessor, or its leader once that is known. */
    long ref(long entry) {
        return refs.get(entry) & ~RESOLVED;
    }

    long score(long entry) {
        return scores.get(entry);
    }

    /** Where a document has a leader among its predecessors' leaders; it must. */
    long entry(int doc, long leader) {
        long entry = start(doc);
        while (ref(entry) != leader) {
            entry++;
        }
        return entry;
    }

    /** The rank of the leader that took the predecessor's place. */
    long high(long entry) {
        return high.get(entry);
    }

    long low(long entry) {
        return low.get(entry);
    }

    /** What keeps the leader apart that took the predecessor's place, a row an entry. */
    KeyRows keys() {
        return keys;
    }

    /** @param from has what keeps the leader apart in row {@code row} */
    void resolve(long entry, long leader, long leaderHigh, long leaderLow, KeyRows from, long row) {
        refs.set(entry, leader | RESOLVED);
        high.set(entry, leaderHigh);
        low.set(entry, leaderLow);
        keys.set(entry, from, row);
    }

    @Override
    public void close() {
        Releasables.close(starts, refs, documents, scores, high, low, keys);
    }
}
