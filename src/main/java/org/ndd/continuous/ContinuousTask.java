package org.ndd.continuous;

import java.util.Map;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;

/** The task of a continuous job, on the node that leads it. */
final class ContinuousTask extends CancellableTask {

    private final String job;
    private volatile JobLoop loop;

    ContinuousTask(
            long id,
            String type,
            String action,
            String job,
            String description,
            TaskId parent,
            Map<String, String> headers) {
        super(id, type, action, description, parent, headers);
        this.job = job;
    }

    /** Id of the job. */
    String job() {
        return job;
    }

    void led(JobLoop by) {
        loop = by;
    }

    /** What leads it; {@code null} for the moment before it does. */
    JobLoop loop() {
        return loop;
    }
}
