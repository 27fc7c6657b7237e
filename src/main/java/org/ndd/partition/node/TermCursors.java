package org.ndd.partition.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.util.ArrayUtil;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.shard.CloseOnFailure;
import org.ndd.partition.shard.DocList;
import org.ndd.partition.shard.DocRows;
import org.ndd.partition.shard.ShardClients;
import org.ndd.partition.shard.TermQuery;

/**
 * Iterates over the terms of many shards together. Its memory, one response and one delivery per shard and the head of one term, is on the
 * circuit breaker before the data is requested. The more shards, the shorter the responses. The memory is at most 32 MB for up to 256
 * shards, and 128 kB for each further one, in addition to the head.
 */
final class TermCursors implements Releasable {

    /** Maximum total size of the responses of all shards in memory, in bytes. */
    private static final long BYTES = 8 << 20;

    private static final long MIN_BYTES = 32 << 10;

    /**
     * Number of copies of a response in memory: a response and a delivery, each of which may take twice as much heap as over the network.
     */
    private static final int COPIES = 4;

    private final CircuitBreaker breaker;
    private final long reserved;
    private MergedHead head;
    private final List<TermCursor> all = new ArrayList<>();
    private final List<TermCursor> references = new ArrayList<>();
    private final Runnable ensureNotCancelled;

    /**
     * Requests the first terms of each shard of a run.
     *
     * @throws IOException if a shard cannot be read
     */
    static TermCursors of(
            PartitionPlan plan,
            CircuitBreaker breaker,
            ShardClients peers,
            TermQuery query,
            Runnable ensureNotCancelled)
            throws IOException {
        return new TermCursors(breaker, plan.ordinals(false), plan.ordinals(true), peers, query, ensureNotCancelled);
    }

    /**
     * Requests the first terms of each shard.
     *
     * @param shards ordinals of the shards whose terms are merged
     * @param ofReference ordinals of shards of the reference, in which only these terms are looked up
     */
    TermCursors(
            CircuitBreaker breaker,
            List<Integer> shards,
            List<Integer> ofReference,
            ShardClients peers,
            TermQuery query,
            Runnable ensureNotCancelled)
            throws IOException {
        int number = shards.size() + ofReference.size();
        long bytes = Math.max(MIN_BYTES, Math.min(query.limits().bytes(), BYTES / Math.max(1, number)));
        this.breaker = breaker;
        this.ensureNotCancelled = ensureNotCancelled;
        this.reserved = COPIES * bytes * number;
        breaker.addEstimateBytesAndMaybeBreak(reserved, "ndd terms");
        TermQuery shorter = query.within(query.limits().work(), bytes);
        try (CloseOnFailure opened = new CloseOnFailure(this)) {
            for (int shard : shards) {
                ensureNotCancelled.run();
                all.add(TermCursor.of(shard, peers, shorter, ensureNotCancelled));
            }
            for (int shard : ofReference) {
                references.add(TermCursor.ofReference(shard, peers, shorter, ensureNotCancelled));
            }
            head = new MergedHead(all.isEmpty() ? 0 : all.get(0).width(), breaker);
            opened.release();
        }
    }

    /** Returns the head, which is reused for the documents of one term at a time. */
    MergedHead head() {
        return head;
    }

    /** Returns a merge of all terms. */
    TermMerge merge() {
        return new TermMerge(all, references, ensureNotCancelled);
    }

    /** Sends the remaining results. */
    void flush() throws IOException {
        for (TermCursor cursor : all) {
            cursor.flush();
        }
    }

    @Override
    public void close() {
        Releasables.close(head);
        breaker.addWithoutBreaking(-reserved);
    }

    /**
     * The first documents of one term over all shards, in rank order. Reused for all terms. Its memory, for the maximum number of documents
     * of a term so far, is on the circuit breaker.
     */
    static final class MergedHead implements Releasable {

        /** Number of documents for which there is memory at first. */
        private static final int INITIAL_CAPACITY = 128;

        private final CircuitBreaker breaker;
        private final DocList docs;
        private int room = INITIAL_CAPACITY;
        private long reserved;

        /** @param width number of fields of {@code must_agree} */
        MergedHead(int width, CircuitBreaker breaker) {
            this.breaker = breaker;
            this.docs = new DocList(width);
            docs.reserve(room);
        }

        void clear() {
            docs.truncate(0);
        }

        /** Reads the first documents of the current term of the cursors, and sorts them by rank. */
        void fill(List<TermCursor> cursors) {
            clear();
            for (TermCursor cursor : cursors) {
                cursor.addTo(this);
            }
            docs.sort();
        }

        int size() {
            return docs.size();
        }

        DocRows docs() {
            return docs;
        }

        void add(DocRows from, long row) {
            if (docs.size() == room) {
                grow();
            }
            docs.add(from, row);
        }

        private void grow() {
            int more = ArrayUtil.oversize(room + 1, Long.BYTES) - room;
            breaker.addEstimateBytesAndMaybeBreak(more * docs.rowBytes(), "ndd terms");
            reserved += more * docs.rowBytes();
            room += more;
            docs.reserve(room);
        }

        /**
         * Keeps the first document of each set of values of the fields of {@code must_agree}.
         *
         * @param most maximum number of documents kept
         */
        void keepFirstOfEachKey(int most) {
            Set<MustAgreeKeys> seen = new HashSet<>();
            int kept = 0;
            for (int row = 0; row < docs.size() && kept < most; row++) {
                if (seen.add(docs.keys(row))) {
                    docs.set(kept++, docs, row);
                }
            }
            docs.truncate(kept);
        }

        @Override
        public void close() {
            breaker.addWithoutBreaking(-reserved);
            reserved = 0;
        }
    }
}
