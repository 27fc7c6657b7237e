package org.ndd.partition;

import java.util.Map;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/** The task of a run, on the node that leads it. Its status is the run's report. */
public final class PartitionTask extends CancellableTask {

    private final String runId;
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

    /** Id of the run. */
    public String runId() {
        return runId;
    }

    void progress(PartitionProgress newProgress) {
        progress = newProgress;
    }

    @Override
    public Task.Status getStatus() {
        PartitionProgress current = progress;
        return current == null ? null : current.report();
    }
}
