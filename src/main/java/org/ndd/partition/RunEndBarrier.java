package org.ndd.partition;

import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestStatus;

/**
 * Waits for the end of runs whose last report is written. Until the task of such a run ends, its destination still counts as taken,
 * although the report already shows that the run has ended. An action on the destination waits for the end of the task.
 */
final class RunEndBarrier {

    private static final TimeValue LONGEST_END = TimeValue.timeValueSeconds(10);

    private final RunStore store;
    private final RunTasks tasks;

    RunEndBarrier(RunStore store, RunTasks tasks) {
        this.store = store;
        this.tasks = tasks;
    }

    /**
     * Runs an action. If a run that has reported its end takes the destination, waits for the end of that run's task and repeats the action
     * once.
     *
     * @param action fails with {@link DestinationTakenException} if a destination is taken. If the run that takes it is still active, the
     *     listener fails with that exception too.
     */
    <T> void await(CheckedConsumer<ActionListener<T>, Exception> action, ActionListener<T> listener) {
        ActionListener<T> orLater = listener.delegateResponse((l, e) -> {
            if (e instanceof DestinationTakenException taken) {
                awaitEnded(taken, l.delegateFailureAndWrap((m, ended) -> action.accept(m)));
            } else {
                l.onFailure(e);
            }
        });
        ActionListener.run(orLater, action);
    }

    private void awaitEnded(DestinationTakenException taken, ActionListener<Void> listener) {
        store.get(
                taken.run(),
                ActionListener.wrap(
                        kept -> {
                            if (kept.record().hasEnded()) {
                                tasks.awaitGone(kept.record().spec(), LONGEST_END, taken, listener);
                            } else {
                                listener.onFailure(taken);
                            }
                        },
                        e -> listener.onFailure(taken)));
    }

    /** Reports that another run will publish to the destination of a run: status 409. */
    static final class DestinationTakenException extends ElasticsearchStatusException {

        private final String run;

        DestinationTakenException(String dest, String run, Exception cause) {
            super(
                    "[dest.index] must be a destination to which no run is about to publish, but was [" + dest
                            + "], to which [" + run + "] is",
                    RestStatus.CONFLICT,
                    cause);
            this.run = run;
        }

        /** Returns the id of the other run. */
        String run() {
            return run;
        }
    }
}
