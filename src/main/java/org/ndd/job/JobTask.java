package org.ndd.job;

import java.util.Map;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.ndd.decisions.KnownDecisions;

/** The task of a job, on the node that leads it. */
final class JobTask extends CancellableTask {

    private final String job;
    private volatile JobLoop loop;
    private volatile CheckpointProgress progress;
    private volatile KnownDecisions decisions = KnownDecisions.NONE;

    JobTask(
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

    /** {@code null} while no checkpoint is under way. */
    @Override
    public CheckpointProgress getStatus() {
        return progress;
    }

    void begins(CheckpointProgress checkpoint) {
        progress = checkpoint;
    }

    /** The changed documents of the checkpoint are known. */
    synchronized void found(long documents) {
        if (progress != null) {
            progress = progress.of(documents);
        }
    }

    /** The groups of so many more of them are up to date. */
    synchronized void done(long documents) {
        if (progress != null) {
            progress = progress.plus(documents);
        }
    }

    /** The decisions of people that the last checkpoint on this node applied; none before the first, which applies all of them. */
    KnownDecisions decisions() {
        return decisions;
    }

    void applied(KnownDecisions now) {
        decisions = now;
    }

    void led(JobLoop by) {
        loop = by;
    }

    /** What leads it; {@code null} for the moment before it does. */
    JobLoop loop() {
        return loop;
    }
}
