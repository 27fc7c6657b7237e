package org.ndd.bulk;

import java.util.Map;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.config.IndicesActionRequest;
import org.ndd.config.Speed;

/** A request that starts a bulk task on the node that receives it. */
public abstract class BulkTaskRequest extends IndicesActionRequest {

    /** Minimum speed in documents per second. At a lower speed, a point in time would expire between two batches of documents. */
    private static final double MIN_PER_SECOND = 0.1;

    private final Operation operation;
    private final boolean dryRun;
    private final double requestsPerSecond;
    private final boolean waitForCompletion;

    /** @param requestsPerSecond see {@link #checkSpeed} */
    protected BulkTaskRequest(
            String[] indices,
            Operation operation,
            boolean dryRun,
            double requestsPerSecond,
            boolean waitForCompletion) {
        super(indices);
        this.operation = operation;
        this.dryRun = dryRun;
        this.requestsPerSecond = requestsPerSecond;
        this.waitForCompletion = waitForCompletion;
    }

    /** Parses a speed: documents per second, at least 0.1, or −1 for no limit. */
    public static double typedSpeed(double value) {
        return checkSpeed(Speed.typed(value));
    }

    /** Checks a speed in documents per second, at least 0.1; infinite for no limit. */
    public static double checkSpeed(double perSecond) {
        Speed.check("requests_per_second", perSecond, MIN_PER_SECOND);
        return perSecond;
    }

    public final Operation operation() {
        return operation;
    }

    public final boolean dryRun() {
        return dryRun;
    }

    final double requestsPerSecond() {
        return requestsPerSecond;
    }

    public final boolean waitForCompletion() {
        return waitForCompletion;
    }

    @Override
    public final Task createTask(
            long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
        return new BulkTask(id, type, action, this, parentTaskId, headers);
    }
}
