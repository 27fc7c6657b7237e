package org.ndd.partition.shard;

import java.io.IOException;
import java.util.NavigableSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.lucene.search.TaskExecutor;
import org.elasticsearch.common.breaker.CircuitBreakingException;

/**
 * The threads of a node that work on series of things that do not depend on each other, such as the comparisons of a chunk of documents.
 * Who has a series works on it itself, and others of the pool help when they are free: nobody waits for a thread, only for what a thread
 * has begun. Several series at once share the threads. Safe for use by several threads; one for a node.
 */
public final class Workers {

    /** Nobody helps. */
    public static final Workers NONE = new Workers(task -> {}, 1);

    private final int threads;
    private final Semaphore waiting;
    private final TaskExecutor helpers;
    private final AtomicInteger underWay = new AtomicInteger();

    /**
     * @param pool whose threads help; may reject
     * @param threads how many it has, with the one that asks, at least 1
     */
    public Workers(Executor pool, int threads) {
        this.threads = threads;
        this.waiting = new Semaphore(threads - 1);
        this.helpers = new TaskExecutor(help -> offer(pool, help));
    }

    /** What is done of a series. */
    @FunctionalInterface
    public interface Work {

        /**
         * One thing.
         *
         * @param thread from 0 to {@link #threads()}, exclusive; within a series, one thing at a time is done under a number, so what is
         *     kept under it belongs to one thread
         * @param item from 0 on
         */
        void item(int thread, int item) throws IOException;
    }

    /** How many threads work on a series at most. */
    public int threads() {
        return threads;
    }

    /**
     * Does all things of a series, those that come first first, and returns when all are done. What one of them throws is thrown once, when
     * none is under way any more; no other is begun then. What did not fit into memory beside others is done again, alone, so it fails
     * where it would fail with one thread.
     */
    public void each(int items, Work work) throws IOException {
        int share = Math.max(1, threads / underWay.incrementAndGet());
        try {
            new Series(items, work).run(Math.min(share, items));
        } finally {
            underWay.decrementAndGet();
        }
    }

    /** No more wait for a thread than could ever help: the queue belongs to the steps. Who is not taken is not needed. */
    private void offer(Executor pool, Runnable help) {
        if (waiting.tryAcquire() == false) {
            return;
        }
        boolean taken = false;
        try {
            pool.execute(() -> {
                waiting.release();
                help.run();
            });
            taken = true;
        } catch (RejectedExecutionException e) {
            // whoever asked does it
        } finally {
            if (taken == false) {
                waiting.release();
            }
        }
    }

    private final class Series {

        private final int items;
        private final Work work;
        private final AtomicInteger next = new AtomicInteger();
        private final NavigableSet<Integer> again = new ConcurrentSkipListSet<>();

        Series(int items, Work work) {
            this.items = items;
            this.work = work;
        }

        void run(int most) throws IOException {
            if (most > 1) {
                helpers.invokeAll(IntStream.range(0, most)
                        .<Callable<Void>>mapToObj(thread -> () -> workAs(thread))
                        .toList());
                for (int item : again) {
                    work.item(0, item);
                }
            } else {
                for (int item = 0; item < items; item++) {
                    work.item(0, item);
                }
            }
        }

        private Void workAs(int thread) throws IOException {
            boolean success = false;
            try {
                for (int item = next.getAndIncrement(); item < items; item = next.getAndIncrement()) {
                    try {
                        work.item(thread, item);
                    } catch (CircuitBreakingException e) {
                        again.add(item);
                    }
                }
                success = true;
                return null;
            } finally {
                if (success == false) {
                    next.set(items);
                }
            }
        }
    }
}
