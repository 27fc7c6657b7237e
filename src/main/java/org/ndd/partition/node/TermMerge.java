package org.ndd.partition.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.PriorityQueue;

/**
 * Merges the sorted terms of all shards. The term dictionaries of Lucene already have the order of a distributed sort, so nothing is
 * shuffled or sorted again. Memory: one batch per shard.
 */
final class TermMerge {

    private final Queue queue;
    private final Runnable ensureNotCancelled;

    /** Handles a term. */
    interface Sink {

        /**
         * @param term the term
         * @param frequency number of documents that have it, over all shards
         * @param cursors cursors of the shards that have it, positioned on it
         */
        void accept(BytesRef term, long frequency, List<TermCursor> cursors) throws IOException;
    }

    TermMerge(List<TermCursor> cursors, Runnable ensureNotCancelled) {
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
     * Iterates over terms in ascending order, at least one.
     *
     * @param goesOn called after each term; returns whether there is time for the next
     * @return the last term, after which a merge continues; {@code null} if there are no more
     */
    BytesRef run(Sink sink, BooleanSupplier goesOn) throws IOException {
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
            sink.accept(term, frequency, same);
            for (TermCursor cursor : same) {
                cursor.advance();
                if (cursor.term() != null) {
                    queue.add(cursor);
                }
            }
            if (queue.size() > 0 && goesOn.getAsBoolean() == false) {
                return BytesRef.deepCopyOf(term);
            }
        }
        return null;
    }

    /** By term, then by shard, so that the order is the same in every run. */
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
