package org.ndd.partition;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.core.TimeValue;

/**
 * Between the last word of a run and the end of its task is a moment in which its destination seems to be taken, though whoever asks how
 * the run stands is told that it has ended. What begins at the destination waits for that moment.
 */
final class EndingRuns {

    private static final TimeValue LONGEST_END = TimeValue.timeValueSeconds(10);

    private final RunStore store;
    private final RunTasks tasks;

    EndingRuns(RunStore store, RunTasks tasks) {
        this.store = store;
        this.tasks = tasks;
    }

    /**
     * Does something, and once more after the end of a run that has ended but still takes the destination.
     *
     * @param action fails with {@link DestinationTakenException} where a destination is taken, which is the failure of all if the run that
     *     takes it is under way
     */
    <T> void await(CheckedConsumer<ActionListener<T>, Exception> action, ActionListener<T> listener) {
        ActionListener<T> orLater = listener.delegateResponse((l, e) -> {
            if (e instanceof DestinationTakenException taken) {
                awaitEnded(taken, l.delegateFailureAndWrap((m, gone) -> action.accept(m)));
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
}
