package org.ndd.bulk;

import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.lessThanOrEqualTo;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.test.ESTestCase;

/** All available threads work on a series, which is completed by any number of them. */
public class WorkStealingExecutorTests extends ESTestCase {

    private static CircuitBreakingException tooLarge() {
        return new CircuitBreakingException("too large", CircuitBreaker.Durability.TRANSIENT);
    }

    /** Records the completed items of a series, and checks that no two items run concurrently with the same thread number. */
    private static final class RecordingWork implements WorkStealingExecutor.Work {

        private final AtomicIntegerArray done;
        private final AtomicIntegerArray busy;
        private final AtomicInteger inProgress = new AtomicInteger();
        private final WorkStealingExecutor.Work work;

        RecordingWork(int items, WorkStealingExecutor workers, WorkStealingExecutor.Work work) {
            this.done = new AtomicIntegerArray(items);
            this.busy = new AtomicIntegerArray(workers.threads());
            this.work = work;
        }

        @Override
        public void item(int thread, int item) throws IOException {
            assertEquals("one item at a time per thread number", 1, busy.incrementAndGet(thread));
            inProgress.incrementAndGet();
            try {
                work.item(thread, item);
                done.incrementAndGet(item);
            } finally {
                inProgress.decrementAndGet();
                busy.decrementAndGet(thread);
            }
        }

        int count() {
            int count = 0;
            for (int item = 0; item < done.length(); item++) {
                assertThat("once", done.get(item), lessThanOrEqualTo(1));
                count += done.get(item);
            }
            return count;
        }
    }

    public void testExecutesEachItemOnce() throws Exception {
        try (TestWorkers pool = new TestWorkers(between(1, 8))) {
            for (int series = between(1, 20); series > 0; series--) {
                int items = between(0, 300);
                RecordingWork noted = new RecordingWork(items, pool.workers(), (thread, item) -> Thread.yield());
                pool.workers().each(items, noted);
                assertEquals(items, noted.count());
                assertEquals(0, noted.inProgress.get());
            }
        }
    }

    /** Needs two threads: each waits for the other. */
    public void testOtherThreadsParticipate() throws Exception {
        try (TestWorkers pool = new TestWorkers(between(2, 8))) {
            CountDownLatch both = new CountDownLatch(2);
            pool.workers().each(2, (thread, item) -> {
                both.countDown();
                safeAwait(both);
            });
        }
    }

    /** All threads of the pool are busy for the whole test. */
    public void testDoesNotWaitForBusyPool() throws Exception {
        int threads = between(1, 8);
        ThreadPoolExecutor busy = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(100),
                EsExecutors.daemonThreadFactory("test", "busy"));
        CountDownLatch end = new CountDownLatch(1);
        try {
            busy.execute(() -> safeAwait(end));
            WorkStealingExecutor workers = new WorkStealingExecutor(busy, threads);
            Thread caller = Thread.currentThread();
            for (int series = 0; series < 20; series++) {
                RecordingWork noted =
                        new RecordingWork(50, workers, (thread, item) -> assertSame(caller, Thread.currentThread()));
                workers.each(50, noted);
                assertEquals(50, noted.count());
                assertThat("the queue is not filled", busy.getQueue().size(), lessThan(threads));
            }
            end.countDown();
            // late threads find no items
            assertSoon(() -> assertEquals(0, busy.getQueue().size()));
        } finally {
            end.countDown();
            assertTrue(terminate(busy));
        }
    }

    public void testPoolRejectsTasks() throws Exception {
        WorkStealingExecutor workers = new WorkStealingExecutor(
                task -> {
                    throw new EsRejectedExecutionException("full", randomBoolean());
                },
                between(2, 8));
        for (int series = 0; series < 20; series++) {
            RecordingWork noted = new RecordingWork(50, workers, (thread, item) -> {});
            workers.each(50, noted);
            assertEquals(50, noted.count());
        }
    }

    public void testThrowsFirstFailureAfterAllEnded() throws Exception {
        try (TestWorkers pool = new TestWorkers(between(1, 8))) {
            int items = between(1, 300);
            int failing = between(0, items - 1);
            RecordingWork noted = new RecordingWork(items, pool.workers(), (thread, item) -> {
                Thread.yield();
                if (item == failing) {
                    throw new IOException("item " + item);
                }
            });
            IOException e = expectThrows(IOException.class, () -> pool.workers().each(items, noted));
            assertEquals("item " + failing, e.getMessage());
            assertEquals(0, e.getSuppressed().length);
            assertEquals(0, noted.inProgress.get());
            assertThat(noted.count(), lessThan(items));
            // the next series is not affected
            RecordingWork next = new RecordingWork(items, pool.workers(), (thread, item) -> {});
            pool.workers().each(items, next);
            assertEquals(items, next.count());
        }
    }

    /** If each item fails, each thread starts at most one. */
    public void testStartsNoItemsAfterFailure() {
        try (TestWorkers pool = new TestWorkers(between(1, 8))) {
            AtomicInteger started = new AtomicInteger();
            expectThrows(
                    IllegalStateException.class,
                    () -> pool.workers().each(1000, (thread, item) -> {
                        started.incrementAndGet();
                        throw new IllegalStateException("cancelled");
                    }));
            assertThat(started.get(), lessThanOrEqualTo(pool.workers().threads()));
        }
    }

    /** Memory for one item is sufficient, as with one thread. */
    public void testRetriesLargeItemsSequentially() throws Exception {
        try (TestWorkers pool = new TestWorkers(between(1, 8))) {
            Semaphore memory = new Semaphore(1);
            RecordingWork noted = new RecordingWork(200, pool.workers(), (thread, item) -> {
                if (memory.tryAcquire() == false) {
                    throw tooLarge();
                }
                Thread.yield();
                memory.release();
            });
            pool.workers().each(200, noted);
            assertEquals(200, noted.count());
        }
    }

    public void testFailsIfItemDoesNotFitAlone() {
        try (TestWorkers pool = new TestWorkers(between(1, 8))) {
            int large = between(0, 199);
            AtomicInteger tried = new AtomicInteger();
            RecordingWork noted = new RecordingWork(200, pool.workers(), (thread, item) -> {
                if (item == large) {
                    tried.incrementAndGet();
                    throw tooLarge();
                }
            });
            expectThrows(CircuitBreakingException.class, () -> pool.workers().each(200, noted));
            assertEquals(0, noted.inProgress.get());
            assertEquals(pool.workers().threads() == 1 ? 1 : 2, tried.get());
        }
    }

    /** Nested series, as for two concurrent shards: each has half of the threads, and at least one. */
    public void testNestedSeriesShareThreads() throws Exception {
        try (TestWorkers pool = new TestWorkers(between(1, 8))) {
            int half = Math.max(1, pool.workers().threads() / 2);
            pool.workers().each(1, (outer, one) -> {
                RecordingWork noted =
                        new RecordingWork(100, pool.workers(), (thread, item) -> assertThat(thread, lessThan(half)));
                pool.workers().each(100, noted);
                assertEquals(100, noted.count());
            });
        }
    }
}
