package org.ndd.pair;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
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
 * Limits the number of concurrent searches that this node coordinates and that have long texts under {@code like}. Their comparisons take
 * long and run on the search threads of shards, so an unlimited number would leave no threads for other searches. Further searches wait in
 * the order of their arrival, without blocking a thread. Thread-safe.
 */
public final class LargeLikePermits {

    /**
     * Searches with more characters than this under {@code like} require a permit. A comparison of two texts of this length takes 7 to 16
     * milliseconds of processor time, see {@link CharacterLimit#MAX_CHARACTERS}, about as long as a plain search.
     */
    public static final int MAX_LENGTH_WITHOUT_PERMIT = 1 << 16;

    private static final String PERMIT_REQUEST = "ndd.large_like";

    private final int maxConcurrent;
    private final int maxWaiting;
    private final Queue<PermitRequest> waiting = new ArrayDeque<>();
    private int running;

    /**
     * @param maxConcurrent maximum number of concurrent searches, at least 1
     * @param maxWaiting maximum number of waiting searches, at least 0; further ones are rejected (429)
     */
    public LargeLikePermits(int maxConcurrent, int maxWaiting) {
        this.maxConcurrent = maxConcurrent;
        this.maxWaiting = maxWaiting;
    }

    /** Returns whether a search with this number of characters under {@code like} requires a permit. */
    public static boolean isLarge(long characters) {
        return characters > MAX_LENGTH_WITHOUT_PERMIT;
    }

    /**
     * Starts a search with its own permit request, which all work on its behalf shares. A search within another uses the request of the
     * outer search, because otherwise the two would wait for each other.
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
        PermitRequest outer = context.getTransient(PERMIT_REQUEST);
        if (outer != null && outer.hasEnded() == false) {
            start.accept(listener);
            return;
        }
        PermitRequest permitRequest = new PermitRequest(services, task, timeout);
        try (Releasable ignored =
                context.newStoredContextPreservingResponseHeaders(List.of(PERMIT_REQUEST), List.of())) {
            context.putTransient(PERMIT_REQUEST, permitRequest);
            start.accept(ActionListener.runBefore(listener, permitRequest::close));
        }
    }

    /**
     * Waits until the search of this thread may compare long texts. Notifies the listener immediately if it already may, or if this is not
     * a search.
     *
     * @param listener notified in the same context; fails if the search is cancelled (400), if it ends, or if too many searches wait (429)
     */
    public static void await(ThreadContext context, ActionListener<Void> listener) {
        PermitRequest permitRequest = context.getTransient(PERMIT_REQUEST);
        if (permitRequest == null) {
            listener.onResponse(null);
        } else {
            permitRequest.request();
            permitRequest.granted.addListener(listener, EsExecutors.DIRECT_EXECUTOR_SERVICE, context);
        }
    }

    /**
     * Reserves memory until the end of the search of this thread; none if this is not a search.
     *
     * @throws CircuitBreakingException (429) if the memory does not suffice
     */
    public static void reserve(ThreadContext context, long bytes) {
        PermitRequest search = context.getTransient(PERMIT_REQUEST);
        if (search != null) {
            CircuitBreaker breaker = search.services.breaker();
            breaker.addEstimateBytesAndMaybeBreak(bytes, "near_dup search");
            search.ended.addListener(ActionListener.running(() -> breaker.addWithoutBreaking(-bytes)));
        }
    }

    /** Returns the number of waiting searches. */
    synchronized int waiting() {
        return waiting.size();
    }

    private enum State {
        IDLE,
        WAITING,
        RUNNING,
        ENDED
    }

    /** The request of one search for a permit, and the permit. */
    private final class PermitRequest {

        private final NodeServices services;
        private final CancellableTask task;
        private final TimeValue timeout;
        private final SubscribableListener<Void> granted = new SubscribableListener<>();
        private final SubscribableListener<Void> ended = new SubscribableListener<>();
        private State state = State.IDLE;

        PermitRequest(NodeServices services, CancellableTask task, TimeValue timeout) {
            this.services = services;
            this.task = task;
            this.timeout = timeout == null || timeout.nanos() < 0 ? null : timeout;
        }

        void request() {
            Exception rejected = null;
            boolean isGranted;
            synchronized (LargeLikePermits.this) {
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
            synchronized (LargeLikePermits.this) {
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
            synchronized (LargeLikePermits.this) {
                if (waiting.remove(this) == false) {
                    return;
                }
                state = State.ENDED;
            }
            granted.onFailure(reason);
        }

        /** Releases the permit and the reserved memory at the end of the search. */
        void close() {
            PermitRequest next = null;
            synchronized (LargeLikePermits.this) {
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
