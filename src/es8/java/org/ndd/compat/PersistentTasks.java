package org.ndd.compat;

import java.util.function.Predicate;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.persistent.PersistentTaskParams;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.persistent.PersistentTasksService;

/** Starts, removes and waits for persistent tasks. */
public final class PersistentTasks {

    private final PersistentTasksService service;

    public PersistentTasks(ClusterService clusterService, Client client) {
        this.service = new PersistentTasksService(clusterService, client.threadPool(), client);
    }

    /** Fails if a task with this id exists. */
    public <P extends PersistentTaskParams> void start(
            String id, String name, P params, ActionListener<PersistentTask<P>> listener) {
        service.sendStartRequest(id, name, params, null, listener);
    }

    /** Fails with 404 if no task has this id. */
    public void remove(String id, ActionListener<PersistentTask<?>> listener) {
        service.sendRemoveRequest(id, null, listener);
    }

    /**
     * Waits until a predicate about a task, which may be missing, is true.
     *
     * @param timeout {@code null} to wait without limit
     * @param tooLate failure after the timeout
     */
    public void await(
            String id,
            Predicate<PersistentTask<?>> condition,
            TimeValue timeout,
            Exception tooLate,
            ActionListener<Void> listener) {
        service.waitForPersistentTaskCondition(id, condition, timeout, new AwaitedTask(tooLate, listener));
    }
}
