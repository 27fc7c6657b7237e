package org.ndd.pair;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.common.util.concurrent.DeterministicTaskQueue;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.config.NodeServices;

public class SearchPermitsTests extends ESTestCase {

    private final DeterministicTaskQueue queue = new DeterministicTaskQueue();
    private final ThreadPool threads = queue.getThreadPool();
    private final CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofBytes(100));
    private final NodeServices services = new NodeServices(null, null, threads, null, null, breaker);

    /** The outcome of each search that waited: null for one that was admitted. */
    private final Map<String, Exception> results = new HashMap<>();

    private final List<String> ended = new ArrayList<>();

    private final class Search {

        private final String name;
        private final CancellableTask task = new CancellableTask(1, "", "", "", TaskId.EMPTY_TASK_ID, Map.of());
        private TimeValue timeout;
        private ActionListener<Void> end;

        Search(String name) {
            this.name = name;
        }

        /** Starts, and waits for admission. */
        Search start(SearchPermits likes) {
            likes.search(services, task, timeout, ActionListener.<Void>running(() -> ended.add(name)), listener -> {
                end = listener;
                await();
            });
            return this;
        }

        void await() {
            await(SearchPermits.MAX_LENGTH_WITHOUT_PERMIT + 1);
        }

        void await(long characters) {
            SearchPermits.await(
                    threads.getThreadContext(),
                    characters,
                    ActionListener.wrap(ignored -> results.put(name, null), reason -> results.put(name, reason)));
        }
    }

    private Search start(SearchPermits likes, String name) {
        return new Search(name).start(likes);
    }

    public void testAdmitsSearchesInOrder() {
        SearchPermits likes = new SearchPermits(2, 10);
        Search a = start(likes, "a");
        Search b = start(likes, "b");
        start(likes, "c");
        start(likes, "d");
        assertEquals(Set.of("a", "b"), results.keySet());
        assertEquals(2, likes.waiting());
        b.end.onResponse(null);
        assertTrue(results.containsKey("c"));
        assertFalse(results.containsKey("d"));
        a.end.onFailure(new IllegalStateException("of the test"));
        assertTrue(results.containsKey("d"));
        assertEquals(List.of("b", "a"), ended);
        results.values().forEach(reason -> assertNull(reason));
    }

    public void testShortTextsDoNotWait() {
        SearchPermits likes = new SearchPermits(1, 0);
        start(likes, "large");
        Search small = new Search("small");
        likes.search(services, small.task, null, ActionListener.<Void>running(() -> ended.add("small")), listener -> {
            small.await(SearchPermits.MAX_LENGTH_WITHOUT_PERMIT);
            listener.onResponse(null);
        });
        assertNull(results.get("small"));
        assertEquals(List.of("small"), ended);
    }

    /** The texts of several queries of a search count together. */
    public void testWaitsForTextsOfSeveralQueries() {
        SearchPermits likes = new SearchPermits(1, 10);
        Search a = start(likes, "a");
        Search b = new Search("b");
        likes.search(services, b.task, null, ActionListener.<Void>noop(), listener -> {
            b.await(SearchPermits.MAX_LENGTH_WITHOUT_PERMIT);
            assertTrue(results.containsKey("b"));
            results.remove("b");
            b.await(1);
        });
        assertFalse(results.containsKey("b"));
        a.end.onResponse(null);
        assertTrue(results.containsKey("b"));
    }

    public void testRejectsIfQueueIsFull() {
        SearchPermits likes = new SearchPermits(1, 1);
        Search a = start(likes, "a");
        Search b = start(likes, "b");
        Search c = start(likes, "c");
        assertTrue(results.get("c") instanceof EsRejectedExecutionException);
        assertEquals(
                "[near_dup] rejected a search with a long text under [like]: [1] such searches run and [1] wait on this node",
                results.get("c").getMessage());
        c.end.onFailure(results.get("c"));
        a.end.onResponse(null);
        assertNull(results.get("b"));
        b.end.onResponse(null);
        start(likes, "d");
        assertNull(results.get("d"));
    }

    public void testCancelRemovesFromQueue() {
        SearchPermits likes = new SearchPermits(1, 10);
        Search a = start(likes, "a");
        Search b = start(likes, "b");
        TaskCancelHelper.cancel(b.task, "by the test");
        assertTrue(results.get("b") instanceof TaskCancelledException);
        assertEquals(0, likes.waiting());
        b.end.onFailure(results.get("b"));
        Search c = new Search("c");
        TaskCancelHelper.cancel(c.task, "by the test");
        c.start(likes);
        assertTrue("cancelled before it waits", results.get("c") instanceof TaskCancelledException);
        TaskCancelHelper.cancel(a.task, "by the test");
        start(likes, "d");
        assertFalse("an active search keeps its permit until it ends", results.containsKey("d"));
        a.end.onFailure(new TaskCancelledException("by the test"));
        assertTrue(results.containsKey("d"));
    }

    public void testTimeoutRemovesFromQueue() {
        SearchPermits likes = new SearchPermits(1, 10);
        Search a = new Search("a");
        a.timeout = TimeValue.timeValueMillis(50);
        a.start(likes);
        Search b = new Search("b");
        b.timeout = TimeValue.timeValueMillis(50);
        b.start(likes);
        queue.runAllTasksInTimeOrder();
        assertNull("runs", results.get("a"));
        assertEquals(
                "[near_dup] rejected a search with a long text under [like]: it waited for others of this node for its [timeout] of "
                        + "[50ms]",
                results.get("b").getMessage());
        assertEquals(0, likes.waiting());
        a.end.onResponse(null);
    }

    /** Otherwise the two would deadlock. */
    public void testNestedSearchSharesPermit() {
        SearchPermits likes = new SearchPermits(1, 10);
        Search outer = new Search("outer");
        Search inner = new Search("inner");
        likes.search(services, outer.task, null, ActionListener.<Void>running(() -> ended.add("outer")), listener -> {
            outer.end = listener;
            outer.await();
            inner.start(likes);
        });
        assertEquals(Set.of("outer", "inner"), results.keySet());
        inner.end.onResponse(null);
        start(likes, "next");
        assertFalse(results.containsKey("next"));
        outer.end.onResponse(null);
        assertTrue(results.containsKey("next"));
    }

    /** A search that follows another one may run in the context of the first. */
    public void testSubsequentSearchNeedsOwnPermit() {
        SearchPermits likes = new SearchPermits(1, 10);
        Search first = new Search("first");
        Search second = new Search("second");
        likes.search(services, first.task, null, ActionListener.<Void>running(() -> second.start(likes)), listener -> {
            first.await();
            listener.onResponse(null);
        });
        assertNull(results.get("second"));
        start(likes, "third");
        assertFalse(results.containsKey("third"));
        second.end.onResponse(null);
        assertTrue(results.containsKey("third"));
    }

    public void testMemoryIsReservedUntilSearchEnds() {
        Search search = new Search("a");
        SearchPermits likes = new SearchPermits(1, 10);
        likes.search(services, search.task, null, ActionListener.<Void>noop(), listener -> {
            search.end = listener;
            SearchPermits.reserve(threads.getThreadContext(), 60);
            assertEquals(60, breaker.getUsed());
            expectThrows(CircuitBreakingException.class, () -> SearchPermits.reserve(threads.getThreadContext(), 60));
        });
        assertEquals(60, breaker.getUsed());
        search.end.onResponse(null);
        assertEquals(0, breaker.getUsed());
        SearchPermits.reserve(threads.getThreadContext(), 60);
        assertEquals("not a search", 0, breaker.getUsed());
    }

    public void testNoWaitOutsideSearch() {
        new Search("alone").await();
        assertTrue(results.containsKey("alone"));
    }
}
