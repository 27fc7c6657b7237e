package org.ndd.bulk;

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
 * Distributes series of independent items over the threads of a node, such as the comparisons of a chunk of documents. The caller processes
 * items of its series itself, and other threads of the pool help when they are free. So a caller never waits for a free thread, only for
 * items that another thread has started. Concurrent series share the threads. Thread-safe; one instance per node.
 */
public final class WorkStealingExecutor {

    private final int threads;
    private final Semaphore waiting;
    private final TaskExecutor helpers;
    private final AtomicInteger activeSeries = new AtomicInteger();

    /**
     * @param pool the pool of the threads that help; may reject tasks
     * @param threads number of its threads, including the calling one, at least 1
     */
    public WorkStealingExecutor(Executor pool, int threads) {
        this.threads = threads;
        this.waiting = new Semaphore(threads - 1);
        this.helpers = new TaskExecutor(helper -> offer(pool, helper));
    }

    /** Processes the items of a series. */
    @FunctionalInterface
    public interface Work {

        /**
         * Processes one item.
         *
         * @param thread from 0 to {@link #threads()}, exclusive; within a series, at most one item at a time is processed with the same
         *     number, so data stored by this number belongs to one thread
         * @param item from 0 on
         */
        void item(int thread, int item) throws IOException;
    }

    /** Returns the maximum number of threads that work on a series. */
    public int threads() {
        return threads;
    }

    /**
     * Processes all items of a series, approximately in their order, and returns when all are processed. After an exception of an item, no
     * further item is started, and the exception is thrown when no item is active. An item that did not fit into memory together with
     * others is processed again, alone, so it fails only if it would fail with one thread.
     */
    public void each(int items, Work work) throws IOException {
        int most = Math.min(items, Math.max(1, threads / activeSeries.incrementAndGet()));
        try {
            if (most > 1) {
                share(items, most, work);
            } else {
                for (int item = 0; item < items; item++) {
                    work.item(0, item);
                }
            }
        } finally {
            activeSeries.decrementAndGet();
        }
    }

    private void share(int items, int most, Work work) throws IOException {
        AtomicInteger next = new AtomicInteger();
        NavigableSet<Integer> again = new ConcurrentSkipListSet<>();
        helpers.invokeAll(IntStream.range(0, most)
                .<Callable<Void>>mapToObj(thread -> () -> {
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
                })
                .toList());
        for (int item : again) {
            work.item(0, item);
        }
    }

    /**
     * Limits the helpers in the queue to the number that could ever help, because the queue belongs to the steps. A rejected helper is not
     * needed.
     */
    private void offer(Executor pool, Runnable helper) {
        if (waiting.tryAcquire() == false) {
            return;
        }
        boolean taken = false;
        try {
            pool.execute(() -> {
                waiting.release();
                helper.run();
            });
            taken = true;
        } catch (RejectedExecutionException e) {
            // the caller does the work
        } finally {
            if (taken == false) {
                waiting.release();
            }
        }
    }
}
