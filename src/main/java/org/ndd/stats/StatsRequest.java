package org.ndd.stats;

import java.util.Map;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.ndd.compat.NodesRequestBase;

/** Requests the numbers of the cluster and of each node. */
public final class StatsRequest extends NodesRequestBase<StatsRequest> {

    /** @param timeout how long to wait for each node; {@code null} for no limit */
    public StatsRequest(TimeValue timeout) {
        super(timeout);
    }

    @Override
    public Task createTask(long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
        return new CancellableTask(id, type, action, "", parentTaskId, headers);
    }
}
