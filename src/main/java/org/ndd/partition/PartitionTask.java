package org.ndd.partition;

import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/** The task of a run on its coordinating node. Its status is the report of the run without documents. */
public final class PartitionTask extends CancellableTask {

    private final String runId;
    private volatile PartitionCoordinator coordinator;
    private volatile PartitionProgress progress;

    PartitionTask(
            long id,
            String type,
            String action,
            String runId,
            String description,
            TaskId parent,
            Map<String, String> headers) {
        super(id, type, action, description, parent, headers);
        this.runId = runId;
    }

    /** Returns the id of the run. */
    public String runId() {
        return runId;
    }

    void setCoordinator(PartitionCoordinator newCoordinator, PartitionProgress newProgress) {
        progress = newProgress;
        coordinator = newCoordinator;
    }

    /** Changes the speed of the run. */
    void rethrottle(double documentsPerSecond, ActionListener<Void> listener) {
        PartitionCoordinator current = coordinator;
        if (current == null) {
            listener.onFailure(new ElasticsearchStatusException(
                    "run [" + runId + "] is starting: try again", RestStatus.SERVICE_UNAVAILABLE));
        } else {
            current.rethrottle(documentsPerSecond, listener);
        }
    }

    @Override
    public Task.Status getStatus() {
        PartitionProgress current = progress;
        return current == null ? null : current.report().withoutDocuments();
    }
}
