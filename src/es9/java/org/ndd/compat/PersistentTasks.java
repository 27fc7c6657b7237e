package org.ndd.compat;

import java.util.function.Predicate;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.persistent.PersistentTaskParams;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.persistent.PersistentTasksService;
import org.elasticsearch.persistent.PersistentTasksService.WaitForPersistentTaskListener;
import org.elasticsearch.threadpool.ThreadPool;

/** Starts, removes and waits for persistent tasks. */
public final class PersistentTasks {

    private final PersistentTasksService service;

    public PersistentTasks(ClusterService clusterService, ThreadPool threadPool, Client client) {
        this.service = new PersistentTasksService(clusterService, threadPool, client);
    }

    /** Fails where there is one of that id. */
    public <P extends PersistentTaskParams> void start(
            String id, String name, P params, ActionListener<PersistentTask<P>> listener) {
        service.sendProjectStartRequest(ProjectId.DEFAULT, id, name, params, Calls.MASTER_TIMEOUT, listener);
    }

    /** Fails with 404 where there is none of that id. */
    public void remove(String id, ActionListener<PersistentTask<?>> listener) {
        service.sendProjectRemoveRequest(ProjectId.DEFAULT, id, Calls.MASTER_TIMEOUT, listener);
    }

    /**
     * Waits until a task, or that there is none, is as it is to be.
     *
     * @param timeout {@code null} to wait for ever
     */
    public void await(
            String id,
            Predicate<PersistentTask<?>> condition,
            TimeValue timeout,
            WaitForPersistentTaskListener<?> listener) {
        service.waitForPersistentTaskCondition(ProjectId.DEFAULT, id, condition, timeout, listener);
    }
}
