package org.ndd.partition.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.PriorityQueue;

/**
 * Merges the sorted terms of all shards. The term dictionaries of Lucene are already sorted, so nothing is shuffled or sorted again. Terms
 * of a reference count only if the source has them, and only these are read. Memory: one batch per shard.
 */
final class TermMerge {

    /** Maximum number of terms that are looked up in the reference together. */
    private static final int LOOKUP_BATCH_SIZE = 1 << 14;

    private final Queue queue;
    private final List<TermCursor> cursors;
    private final List<TermCursor> references;
    private final Runnable ensureNotCancelled;
    private BytesRef lookedUp;

    /** Handles a term. */
    interface Sink {

        /**
         * @param term the term
         * @param frequency number of documents that have it, over all shards
         * @param cursors cursors of the shards that have it, positioned on it
         */
        void accept(BytesRef term, long frequency, List<TermCursor> cursors) throws IOException;
    }

    /** @param references cursors of the reference, in which only the terms of the other cursors are looked up */
    TermMerge(List<TermCursor> cursors, List<TermCursor> references, Runnable ensureNotCancelled) {
        this.cursors = cursors;
        this.references = references;
        this.queue = new Queue(cursors.size());
        for (TermCursor cursor : cursors) {
            if (cursor.term() != null) {
                queue.add(cursor);
            }
        }
        this.ensureNotCancelled = ensureNotCancelled;
    }

    /** Iterates over all terms in ascending order. */
    void run(Sink sink) throws IOException {
        run(sink, () -> true);
    }

    /**
     * Iterates over at least one term in ascending order.
     *
     * @param mayContinue called after each term; returns whether there is time for the next
     * @return the last term, after which a merge continues; {@code null} if there are no more
     */
    BytesRef run(Sink sink, BooleanSupplier mayContinue) throws IOException {
        long terms = 0;
        List<TermCursor> same = new ArrayList<>();
        while (queue.size() > 0) {
            if ((terms++ & 0xFFF) == 0) {
                ensureNotCancelled.run();
            }
            same.clear();
            BytesRef term = queue.top().term();
            long frequency = 0;
            while (queue.size() > 0 && queue.top().term().bytesEquals(term)) {
                TermCursor cursor = queue.pop();
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
            sink.accept(term, frequency, same);
            for (int i = 0; i < own; i++) {
                TermCursor cursor = same.get(i);
                cursor.advance();
                if (cursor.term() != null) {
                    queue.add(cursor);
                }
            }
            if (queue.size() > 0 && mayContinue.getAsBoolean() == false) {
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

    /** Orders cursors by term, then by shard, so that the order is the same in every run. */
    private static final class Queue extends PriorityQueue<TermCursor> {

        Queue(int size) {
            super(Math.max(1, size));
        }

        @Override
        protected boolean lessThan(TermCursor a, TermCursor b) {
            int byTerm = a.term().compareTo(b.term());
            return byTerm < 0 || byTerm == 0 && a.ordinal() < b.ordinal();
        }
    }
}
