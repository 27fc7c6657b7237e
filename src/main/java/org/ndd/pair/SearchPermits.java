package org.ndd.pair;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.threadpool.Scheduler;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.config.NodeServices;

/**
 * Limits what searches take from the node that coordinates them. Searches with long texts under {@code like} require a permit: their
 * comparisons take long and run on the search threads of shards, so an unlimited number would leave no threads for other searches. Further
 * ones wait in the order of their arrival, without blocking a thread. Memory that a search needs until its end is reserved here too.
 * Thread-safe.
 */
public final class SearchPermits {

    /**
     * Searches with more characters than this under {@code like} require a permit. A comparison of two texts of this length takes 7 to 16
     * milliseconds of processor time, see {@link CharacterLimit#MAX_CHARACTERS}, about as long as a plain search.
     */
    public static final int MAX_LENGTH_WITHOUT_PERMIT = 1 << 16;

    private static final String PERMIT = "ndd.search_permit";

    private final int maxConcurrent;
    private final int maxWaiting;
    private final Queue<SearchPermit> waiting = new ArrayDeque<>();
    private int running;

    /**
     * @param maxConcurrent maximum number of concurrent searches, at least 1
     * @param maxWaiting maximum number of waiting searches, at least 0; further ones are rejected (429)
     */
    public SearchPermits(int maxConcurrent, int maxWaiting) {
        this.maxConcurrent = maxConcurrent;
        this.maxWaiting = maxWaiting;
    }

    /**
     * Starts a search with its own permit, which all work on its behalf shares. A search within another uses the permit of the outer one,
     * because otherwise the two would wait for each other.
     *
     * @param timeout maximum time that the search waits, after which it fails (429); null for none
     * @param listener listener of the search
     * @param start receives the listener that releases the permit
     */
    @SuppressWarnings("try") // the context is restored, not used
    public <T> void search(
            NodeServices services,
            CancellableTask task,
            TimeValue timeout,
            ActionListener<T> listener,
            Consumer<ActionListener<T>> start) {
        ThreadContext context = services.threads().getThreadContext();
        SearchPermit outer = context.getTransient(PERMIT);
        if (outer != null && outer.hasEnded() == false) {
            start.accept(listener);
            return;
        }
        SearchPermit permit = new SearchPermit(services, task, timeout);
        try (Releasable ignored = context.newStoredContextPreservingResponseHeaders(List.of(PERMIT), List.of())) {
            context.putTransient(PERMIT, permit);
            start.accept(ActionListener.runBefore(listener, permit::close));
        }
    }

    /**
     * Adds texts under {@code like} to those of the search of this thread, and waits until the search may compare them. Notifies the
     * listener immediately if all its texts together are short, if it already may, or if this is not a search.
     *
     * @param characters number of characters of the texts
     * @param listener notified in the same context, with whether the texts of the search are long; fails if the search is cancelled (400),
     *     if it ends, or if too many searches wait (429)
     */
    public static void await(ThreadContext context, long characters, ActionListener<Boolean> listener) {
        SearchPermit permit = context.getTransient(PERMIT);
        long all = permit == null ? characters : permit.characters.addAndGet(characters);
        boolean isLong = all > MAX_LENGTH_WITHOUT_PERMIT;
        if (permit == null || isLong == false) {
            listener.onResponse(isLong);
        } else {
            permit.request();
            permit.granted.addListener(listener.map(granted -> true), EsExecutors.DIRECT_EXECUTOR_SERVICE, context);
        }
    }

    /**
     * Reserves memory until the end of the search of this thread; none if this is not a search.
     *
     * @throws CircuitBreakingException (429) if the memory does not suffice
     */
    public static void reserve(ThreadContext context, long bytes) {
        SearchPermit search = context.getTransient(PERMIT);
        if (search != null) {
            CircuitBreaker breaker = search.services.breaker();
            breaker.addEstimateBytesAndMaybeBreak(bytes, "near_dup search");
            search.ended.addListener(ActionListener.running(() -> breaker.addWithoutBreaking(-bytes)));
        }
    }

    synchronized int waiting() {
        return waiting.size();
    }

    private enum State {
        IDLE,
        WAITING,
        RUNNING,
        ENDED
    }

    /** The permit of a search, which it requests only if it has a long text, and the end of its reserved memory. */
    private final class SearchPermit {

        private final NodeServices services;
        private final CancellableTask task;
        private final TimeValue timeout;
        private final SubscribableListener<Void> granted = new SubscribableListener<>();
        private final SubscribableListener<Void> ended = new SubscribableListener<>();
        private final AtomicLong characters = new AtomicLong();
        private State state = State.IDLE;

        SearchPermit(NodeServices services, CancellableTask task, TimeValue timeout) {
            this.services = services;
            this.task = task;
            this.timeout = timeout == null || timeout.nanos() < 0 ? null : timeout;
        }

        void request() {
            Exception rejected = null;
            boolean isGranted;
            synchronized (SearchPermits.this) {
                if (state != State.IDLE) {
                    return;
                }
                isGranted = running < maxConcurrent;
                if (isGranted) {
                    running++;
                    state = State.RUNNING;
                } else if (waiting.size() < maxWaiting) {
                    waiting.add(this);
                    state = State.WAITING;
                } else {
                    state = State.ENDED;
                    rejected = new EsRejectedExecutionException(
                            "[near_dup] rejected a search with a long text under [like]: [" + running
                                    + "] such searches run and [" + waiting.size() + "] wait on this node");
                }
            }
            if (rejected != null) {
                granted.onFailure(rejected);
            } else if (isGranted) {
                granted.onResponse(null);
            } else {
                // runs immediately if the task is cancelled already
                task.addListener(() -> cancelWait(new TaskCancelledException(task.getReasonCancelled())));
                if (timeout != null) {
                    ThreadPool threads = services.threads();
                    Scheduler.Cancellable timer =
                            threads.schedule(() -> cancelWait(timeoutException()), timeout, threads.generic());
                    granted.addListener(ActionListener.running(timer::cancel));
                }
            }
        }

        boolean hasEnded() {
            synchronized (SearchPermits.this) {
                return state == State.ENDED;
            }
        }

        private Exception timeoutException() {
            return new EsRejectedExecutionException(
                    "[near_dup] rejected a search with a long text under [like]: it waited for others of this node for its [timeout] of ["
                            + timeout + "]");
        }

        /** Ends the wait. A running search is not affected; at its end it passes its permit on. */
        private void cancelWait(Exception reason) {
            synchronized (SearchPermits.this) {
                if (waiting.remove(this) == false) {
                    return;
                }
                state = State.ENDED;
            }
            granted.onFailure(reason);
        }

        /** Releases the permit and the reserved memory at the end of the search. */
        void close() {
            SearchPermit next = null;
            synchronized (SearchPermits.this) {
                if (state == State.RUNNING) {
                    next = waiting.poll();
                    running -= next == null ? 1 : 0;
                    if (next != null) {
                        next.state = State.RUNNING;
                    }
                } else if (state == State.WAITING) {
                    waiting.remove(this);
                }
                state = State.ENDED;
            }
            granted.onFailure(new IllegalStateException("the search has ended"));
            ended.onResponse(null);
            if (next != null) {
                next.granted.onResponse(null);
            }
        }
    }
}
