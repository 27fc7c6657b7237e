package org.ndd.bulk;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.test.ESTestCase;

/** Workers with their own pool, which fails if threads do not end. */
public final class TestWorkers implements AutoCloseable {

    /** Lets the caller work alone. */
    public static final WorkStealingExecutor NONE = new WorkStealingExecutor(task -> {}, 1);

    /** Numbers of threads whose results are compared. */
    public static final int[] THREADS = {1, 2, 4, 8};

    private final ExecutorService pool;
    private final WorkStealingExecutor workers;

    /** @param threads number of working threads, including the calling one */
    public TestWorkers(int threads) {
        pool = Executors.newFixedThreadPool(
                Math.max(1, threads - 1), EsExecutors.daemonThreadFactory("test", "workers"));
        workers = new WorkStealingExecutor(pool, threads);
    }

    public WorkStealingExecutor workers() {
        return workers;
    }

    @Override
    public void close() {
        ESTestCase.assertTrue(ESTestCase.terminate(pool));
    }
}
