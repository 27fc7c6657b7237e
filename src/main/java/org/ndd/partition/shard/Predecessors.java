package org.ndd.partition.shard;

import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.LongArray;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.bulk.CloseOnFailure;
import org.ndd.partition.plan.DocRef;

/**
 * Stores the best predecessors of the documents of one shard and one rank window, and their leaders when these are known. Filled in order
 * of document, for each document in descending order of scores. 40 bytes per predecessor, 8 more for each field of {@code must_agree}, and
 * 8 per document, on the request circuit breaker.
 */
final class Predecessors implements Releasable {

    private static final int FIRST_ENTRIES = 64;

    private final BigArrays bigArrays;
    private LongArray starts;
    private LongArray documents;
    private LongArray scores;
    private DocArray leaders;
    private long size;
    private int nextDoc;

    Predecessors(int maxDoc, int width, BigArrays bigArrays) {
        this.bigArrays = bigArrays;
        try (CloseOnFailure opened = new CloseOnFailure(this)) {
            starts = bigArrays.newLongArray(maxDoc + 1L, true);
            documents = bigArrays.newLongArray(FIRST_ENTRIES, false);
            scores = bigArrays.newLongArray(FIRST_ENTRIES, false);
            leaders = new DocArray(width, FIRST_ENTRIES, bigArrays);
            opened.release();
        }
    }

    /** Adds predecessors of the next document. Documents must be in ascending order; skipped documents have none. */
    void add(int doc, int count, long[] docRefs, long[] docScores) {
        endListsUpTo(doc);
        documents = bigArrays.grow(documents, size + count);
        scores = bigArrays.grow(scores, size + count);
        leaders.grow(size + count);
        for (int i = 0; i < count; i++) {
            documents.set(size, docRefs[i]);
            scores.set(size, docScores[i]);
            leaders.clear(size);
            size++;
        }
    }

    /** Ends the lists of all documents up to {@code doc}, exclusive. */
    void endListsUpTo(int doc) {
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

    long document(long entry) {
        return documents.get(entry);
    }

    long score(long entry) {
        return scores.get(entry);
    }

    boolean resolved(long entry) {
        return leader(entry) != DocRef.NONE;
    }

    void resolve(long entry, DocRows from, long row) {
        leaders.set(entry, from, row);
    }

    /** Returns the leader of a predecessor; {@link DocRef#NONE} if it is not known yet. */
    long leader(long entry) {
        return leaders.ref(entry);
    }

    /** Returns the leaders of all predecessors, each in the row of its entry. */
    DocRows leaders() {
        return leaders;
    }

    /**
     * Returns a hash of the predecessors of a document, which are all known: of their scores and leaders, which are the same on every copy
     * of the shards. It differs if a document with one of the fingerprints was deleted.
     */
    int hash(int doc) {
        long hash = 0;
        for (long entry = start(doc); entry < end(doc); entry++) {
            hash = mix(hash, score(entry));
            hash = mix(hash, DocRef.shard(leader(entry)));
            hash = mix(hash, leaders.high(entry));
            hash = mix(hash, leaders.low(entry));
        }
        return (int) (hash >>> Long.SIZE - ReplayedDecisions.BASIS_BITS);
    }

    private static long mix(long hash, long value) {
        long product = (hash ^ value) * 0x9E3779B97F4A7C15L;
        return product ^ product >>> 32;
    }

    /** Returns the first entry of a document whose leader is {@code leader}; there must be one. */
    long entry(int doc, long leader) {
        long entry = start(doc);
        while (leader(entry) != leader) {
            entry++;
        }
        return entry;
    }

    @Override
    public void close() {
        Releasables.close(starts, documents, scores, leaders);
    }
}
