package org.ndd.partition;

import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.rest.RestStatus;
import org.ndd.compat.PersistentTasks;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.TaskParams;

/** Starts the persistent tasks that lead runs, and waits for their end. */
public final class RunTasks {

    /** Maximum delay until this node receives a cluster state that another node has. */
    static final TimeValue PROPAGATION_DELAY = TimeValue.timeValueSeconds(2);

    private static final TimeValue LONGEST_END = TimeValue.timeValueSeconds(10);

    private final ClusterService clusterService;
    private final PersistentTasks tasks;

    public RunTasks(ClusterService clusterService, Client client) {
        this.clusterService = clusterService;
        this.tasks = new PersistentTasks(clusterService, client);
    }

    void start(RunSpec spec, ActionListener<Void> listener) {
        tasks.start(
                TaskParams.taskId(spec),
                TaskParams.RUN,
                new TaskParams(TaskParams.RUN, spec.runId()),
                listener.map(started -> null));
    }

    /** @param timeout {@code null} to wait without a limit */
    void awaitGone(
            RunSpec spec, @Nullable TimeValue timeout, @Nullable Exception failure, ActionListener<Void> listener) {
        awaitGone(TaskParams.taskId(spec), spec.runId(), timeout, failure, listener);
    }

    /**
     * Waits until a run has no task in the cluster state of this node.
     *
     * @param timeout {@code null} to wait without a limit
     * @param failure passed to the listener after the timeout
     */
    public void awaitGone(String run, TimeValue timeout, Exception failure, ActionListener<Void> listener) {
        PersistentTask<?> task = TaskParams.ofRun(clusterService.state(), run);
        if (task == null) {
            listener.onResponse(null);
        } else {
            awaitGone(task.getId(), run, timeout, failure, listener);
        }
    }

    /**
     * Waits up to 2 seconds until the cluster state of this node shows the end of a run. Another node may already have reported the end to
     * the client. The listener does not fail if the run is still active, because its report shows that.
     */
    void awaitLocalTaskRemoval(String run, ActionListener<Void> listener) {
        Exception stillRunning = new ElasticsearchStatusException("run [" + run + "] has a task", RestStatus.CONFLICT);
        awaitGone(run, PROPAGATION_DELAY, stillRunning, listener.delegateResponse((l, e) -> l.onResponse(null)));
    }

    private void awaitGone(
            String task, String run, TimeValue timeout, Exception failure, ActionListener<Void> listener) {
        tasks.await(task, current -> run.equals(TaskParams.runOf(current)) == false, timeout, failure, listener);
    }

    /**
     * Runs an action on a destination. If a run that has reported its end takes the destination, waits for the end of that run's task and
     * repeats the action once. Until then the destination counts as taken, although the report already shows that the run has ended.
     *
     * @param action fails with {@link DestinationTakenException} if a destination is taken. If the run that takes it is still active, the
     *     listener fails with that exception too.
     */
    <T> void afterEndedRun(
            RunStore store, CheckedConsumer<ActionListener<T>, Exception> action, ActionListener<T> listener) {
        ActionListener<T> orLater = listener.delegateResponse((l, e) -> {
            if (e instanceof DestinationTakenException taken) {
                awaitEnded(store, taken, l.delegateFailureAndWrap((m, ended) -> action.accept(m)));
            } else {
                l.onFailure(e);
            }
        });
        ActionListener.run(orLater, action);
    }

    private void awaitEnded(RunStore store, DestinationTakenException taken, ActionListener<Void> listener) {
        store.get(
                taken.run(),
                ActionListener.wrap(
                        kept -> {
                            if (kept.record().hasEnded()) {
                                awaitGone(kept.record().spec(), LONGEST_END, taken, listener);
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

        String run() {
            return run;
        }
    }
}
