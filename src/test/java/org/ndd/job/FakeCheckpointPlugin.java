package org.ndd.job;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.config.NodeServices;
import org.ndd.job.Checkpoint.Result;
import org.ndd.job.JobTaskAction.JobTask;
import org.ndd.plugin.NddPlugin;

/** ndd with checkpoints whose behavior a test defines. */
public final class FakeCheckpointPlugin extends NddPlugin {

    /** A checkpoint request and the user who sent it. */
    record CheckpointRequest(JobRecord job, JobTask task, String user) {}

    private static final List<CheckpointRequest> REQUESTS = new CopyOnWriteArrayList<>();
    private static volatile Checkpoint checkpoint;

    /** Checkpoint requests since the last {@link #respondWith}. */
    static List<CheckpointRequest> requests() {
        return REQUESTS;
    }

    /** Defines the behavior of all later checkpoints, on any node. */
    static void respondWith(Checkpoint by) {
        REQUESTS.clear();
        checkpoint = by;
    }

    @Override
    protected Checkpoint checkpoint(NodeServices services, BoilerplateRegistry registry) {
        return (JobRecord job, JobTask task, Client client, ActionListener<Result> listener) -> {
            REQUESTS.add(new CheckpointRequest(
                    job, task, services.threads().getThreadContext().getHeader(TestJobs.HEADER)));
            checkpoint.run(job, task, client, listener);
        };
    }
}
