package org.ndd.partition.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.bulk.CloseOnFailure;
import org.ndd.bulk.PeriodicCheck;
import org.ndd.bulk.ReservedMemory;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.TermQuery;
import org.ndd.partition.shard.DocList;
import org.ndd.partition.shard.DocRows;
import org.ndd.partition.shard.ShardMethod.ShardClients;

/**
 * Merges the sorted terms of all shards. The term dictionaries of Lucene are already sorted, so nothing is shuffled or sorted again. Terms
 * of a reference count only if the source has them, and only these are read. Used for one merge.
 *
 * <p>Its memory, one response and one delivery per shard and the head of one term, is on the circuit breaker before the data is requested.
 * The more shards, the shorter the responses. The memory is at most 32 MB for up to 256 shards, and 128 kB for each further one, in
 * addition to the head.
 */
final class TermMerge implements Releasable {

    /** Maximum total size of the responses of all shards in memory, in bytes. */
    private static final long BYTES = 8 << 20;

    private static final long MIN_BYTES = 32 << 10;

    /**
     * Number of copies of a response in memory: a response and a delivery, each of which may take twice as much heap as over the network.
     */
    private static final int COPIES = 4;

    /** Maximum number of terms that are looked up in the reference together. */
    private static final int LOOKUP_BATCH_SIZE = 1 << 14;

    /** The order by term, then by shard, which is the same in every run. */
    private static final Comparator<TermCursor> ORDER =
            Comparator.comparing(TermCursor::term).thenComparingInt(TermCursor::ordinal);

    private final ReservedMemory memory;
    private final List<TermCursor> cursors = new ArrayList<>();
    private final List<TermCursor> references = new ArrayList<>();
    private final Runnable ensureNotCancelled;
    private MergedHead head;
    private BytesRef lookedUp;

    interface Sink {

        /**
         * @param frequency number of documents that have it, over all shards
         * @param cursors cursors of the shards that have it, positioned on it
         * @param head is reused for all terms, and not filled yet
         */
        void accept(BytesRef term, long frequency, List<TermCursor> cursors, MergedHead head) throws IOException;
    }

    static TermMerge of(
            PartitionPlan plan,
            CircuitBreaker breaker,
            ShardClients peers,
            TermQuery query,
            Runnable ensureNotCancelled)
            throws IOException {
        return new TermMerge(breaker, plan.ordinals(false), plan.ordinals(true), peers, query, ensureNotCancelled);
    }

    /** Requests the first terms of the shards to merge; in those of the reference, only these terms are looked up. */
    TermMerge(
            CircuitBreaker breaker,
            List<Integer> shards,
            List<Integer> ofReference,
            ShardClients peers,
            TermQuery query,
            Runnable ensureNotCancelled)
            throws IOException {
        int number = shards.size() + ofReference.size();
        long bytes = Math.max(MIN_BYTES, Math.min(query.limits().bytes(), BYTES / Math.max(1, number)));
        this.memory = new ReservedMemory(breaker, "ndd terms");
        this.ensureNotCancelled = ensureNotCancelled;
        memory.add(COPIES * bytes * number);
        TermQuery shorter = query.within(query.limits().work(), bytes);
        try (CloseOnFailure opened = new CloseOnFailure(this)) {
            for (int shard : shards) {
                ensureNotCancelled.run();
                cursors.add(TermCursor.of(shard, peers, shorter, ensureNotCancelled));
            }
            for (int shard : ofReference) {
                references.add(TermCursor.ofReference(shard, peers, shorter, ensureNotCancelled));
            }
            head = new MergedHead(cursors.isEmpty() ? 0 : cursors.get(0).width(), breaker);
            opened.release();
        }
    }

    /** Iterates over all terms in ascending order, and sends the remaining results to the shards. */
    void run(Sink sink) throws IOException {
        run(sink, () -> true);
        for (TermCursor cursor : cursors) {
            cursor.flush();
        }
    }

    /**
     * Iterates over at least one term in ascending order.
     *
     * @param mayContinue called after each term; returns whether there is time for the next
     * @return the last term, after which a merge continues; {@code null} if there are no more
     */
    BytesRef run(Sink sink, BooleanSupplier mayContinue) throws IOException {
        Queue<TermCursor> queue = new PriorityQueue<>(ORDER);
        cursors.stream().filter(cursor -> cursor.term() != null).forEach(queue::add);
        PeriodicCheck check = new PeriodicCheck(ensureNotCancelled);
        List<TermCursor> same = new ArrayList<>();
        while (queue.isEmpty() == false) {
            check.step();
            same.clear();
            BytesRef term = queue.peek().term();
            long frequency = 0;
            while (queue.isEmpty() == false && queue.peek().term().bytesEquals(term)) {
                TermCursor cursor = queue.remove();
                frequency += cursor.frequency();
                same.add(cursor);
            }
            int own = same.size();
            lookUp(term);
            for (TermCursor reference : references) {
                if (reference.has(term)) {
                    frequency += reference.frequency();
                    same.add(reference);
                }
            }
            sink.accept(term, frequency, same, head);
            for (int i = 0; i < own; i++) {
                TermCursor cursor = same.get(i);
                cursor.advance();
                if (cursor.term() != null) {
                    queue.add(cursor);
                }
            }
            if (queue.isEmpty() == false && mayContinue.getAsBoolean() == false) {
                return BytesRef.deepCopyOf(term);
            }
        }
        return null;
    }

    /** Looks up this term and the received terms after it in the reference, unless they were looked up. */
    private void lookUp(BytesRef term) throws IOException {
        if (references.isEmpty() || lookedUp != null && term.compareTo(lookedUp) <= 0) {
            return;
        }
        TreeSet<BytesRef> received = new TreeSet<>();
        BytesRef end = null;
        for (TermCursor cursor : cursors) {
            List<BytesRef> terms = cursor.received();
            received.addAll(terms);
            // the terms of a shard after its last received one are unknown
            BytesRef last = cursor.isLast() ? null : terms.get(terms.size() - 1);
            end = end == null || last != null && last.compareTo(end) < 0 ? last : end;
        }
        List<BytesRef> next = (end == null ? received : received.headSet(end, true))
                .stream().limit(LOOKUP_BATCH_SIZE).toList();
        lookedUp = next.get(next.size() - 1);
        for (TermCursor reference : references) {
            ensureNotCancelled.run();
            reference.lookUp(next);
        }
    }

    @Override
    public void close() {
        Releasables.close(head, memory);
    }

    /**
     * The first documents of one term over all shards, in rank order. Reused for all terms. Its memory, for the maximum number of documents
     * of a term so far, is on the circuit breaker.
     */
    static final class MergedHead implements Releasable {

        private static final int INITIAL_CAPACITY = 128;

        private final ReservedMemory memory;
        private final DocList docs;
        private int room = INITIAL_CAPACITY;

        MergedHead(int width, CircuitBreaker breaker) {
            this.memory = new ReservedMemory(breaker, "ndd terms");
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
            memory.add(more * docs.rowBytes());
            room += more;
            docs.reserve(room);
        }

        /** Keeps the first document of each set of values of the fields of {@code must_agree}, up to a maximum. */
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
            memory.close();
        }
    }
}
