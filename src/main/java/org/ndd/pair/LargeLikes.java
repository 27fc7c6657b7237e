package org.ndd.pair;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.threadpool.Scheduler;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * Limits the number of concurrent searches that this node coordinates and that have long texts under {@code like}. Their comparisons take
 * long and run on the search threads of shards, so an unlimited number would leave no threads for other searches. Further searches wait in
 * the order of their arrival, without blocking a thread. Thread-safe.
 */
public final class LargeLikes {

    /**
     * Searches with more characters than this under {@code like} require a permit. A comparison of two texts of this length takes 7 to 16
     * milliseconds of processor time, see {@link CharacterLimit#MAXIMUM}, about as long as a plain search.
     */
    public static final int SMALL = 1 << 16;

    private static final String TURN = "ndd.large_like";

    private final int most;
    private final int mostWaiting;
    private final Queue<Turn> waiting = new ArrayDeque<>();
    private int running;

    /**
     * @param most maximum number of concurrent searches, at least 1
     * @param mostWaiting maximum number of waiting searches, at least 0; further ones are rejected (429)
     */
    public LargeLikes(int most, int mostWaiting) {
        this.most = most;
        this.mostWaiting = mostWaiting;
    }

    /** Returns whether a search with this number of characters under {@code like} requires a permit. */
    public static boolean isLarge(long characters) {
        return characters > SMALL;
    }

    /**
     * Starts a search with its own turn, which all work on its behalf shares. A search within another uses the turn of the outer search,
     * since otherwise the two would wait for each other.
     *
     * @param timeout maximum time that the search waits, after which it fails (429); null for none
     * @param listener listener of the search
     * @param start receives the listener that ends the turn
     */
    @SuppressWarnings("try") // the context is restored, not used
    public <T> void search(
            ThreadPool threads,
            CancellableTask task,
            TimeValue timeout,
            ActionListener<T> listener,
            Consumer<ActionListener<T>> start) {
        ThreadContext context = threads.getThreadContext();
        Turn outer = context.getTransient(TURN);
        if (outer != null && outer.isOver() == false) {
            start.accept(listener);
            return;
        }
        Turn turn = new Turn(threads, task, timeout);
        try (Releasable ignored = context.newStoredContextPreservingResponseHeaders(List.of(TURN), List.of())) {
            context.putTransient(TURN, turn);
            start.accept(ActionListener.runBefore(listener, turn::close));
        }
    }

    /**
     * Waits until the search of this thread may compare long texts. Notifies the listener immediately if it already may, or if this is not
     * a search.
     *
     * @param listener notified in the same context; fails if the search is cancelled (400), if it ends, or if too many searches wait (429)
     */
    public static void await(ThreadContext context, ActionListener<Void> listener) {
        Turn turn = context.getTransient(TURN);
        if (turn == null) {
            listener.onResponse(null);
        } else {
            turn.request();
            turn.granted.addListener(listener, EsExecutors.DIRECT_EXECUTOR_SERVICE, context);
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
        OVER
    }

    /** The turn of one search: its request for a permit, and the permit. */
    private final class Turn {

        private final ThreadPool threads;
        private final CancellableTask task;
        private final TimeValue timeout;
        private final SubscribableListener<Void> granted = new SubscribableListener<>();
        private State state = State.IDLE;

        Turn(ThreadPool threads, CancellableTask task, TimeValue timeout) {
            this.threads = threads;
            this.task = task;
            this.timeout = timeout == null || timeout.nanos() < 0 ? null : timeout;
        }

        void request() {
            Exception rejected = null;
            boolean isMine;
            synchronized (LargeLikes.this) {
                if (state != State.IDLE) {
                    return;
                }
                isMine = running < most;
                if (isMine) {
                    running++;
                    state = State.RUNNING;
                } else if (waiting.size() < mostWaiting) {
                    waiting.add(this);
                    state = State.WAITING;
                } else {
                    state = State.OVER;
                    rejected = new EsRejectedExecutionException(
                            "[near_dup] rejected a search with a long text under [like]: [" + running
                                    + "] such searches run and [" + waiting.size() + "] wait on this node");
                }
            }
            if (rejected != null) {
                granted.onFailure(rejected);
            } else if (isMine) {
                granted.onResponse(null);
            } else {
                // runs immediately if the task is cancelled already
                task.addListener(() -> giveUp(new TaskCancelledException(task.getReasonCancelled())));
                if (timeout != null) {
                    Scheduler.Cancellable timer = threads.schedule(() -> giveUp(late()), timeout, threads.generic());
                    granted.addListener(ActionListener.running(timer::cancel));
                }
            }
        }

        boolean isOver() {
            synchronized (LargeLikes.this) {
                return state == State.OVER;
            }
        }

        private Exception late() {
            return new EsRejectedExecutionException(
                    "[near_dup] rejected a search with a long text under [like]: it waited for others of this node for its [timeout] of ["
                            + timeout + "]");
        }

        /** Ends the wait. A running search is not affected; at its end it passes its permit on. */
        private void giveUp(Exception reason) {
            synchronized (LargeLikes.this) {
                if (waiting.remove(this) == false) {
                    return;
                }
                state = State.OVER;
            }
            granted.onFailure(reason);
        }

        /** Ends the turn together with its search. */
        void close() {
            Turn next = null;
            synchronized (LargeLikes.this) {
                if (state == State.RUNNING) {
                    next = waiting.poll();
                    running -= next == null ? 1 : 0;
                    if (next != null) {
                        next.state = State.RUNNING;
                    }
                } else if (state == State.WAITING) {
                    waiting.remove(this);
                }
                state = State.OVER;
            }
            granted.onFailure(new IllegalStateException("the search has ended"));
            if (next != null) {
                next.granted.onResponse(null);
            }
        }
    }
}
