package org.ndd.continuous;

import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;

/**
 * Deletes a job that is not started. Its groups stay, as those of any run. The history that is retained for it is released in the name of
 * the user that deletes the job; if that user may not read the source, the retention expires by itself.
 */
public final class DeleteContinuousAction extends JobAction<JobIdRequest, AcknowledgedResponse> {

    public static final String NAME = "cluster:admin/ndd/continuous/delete";

    public static final ActionType<AcknowledgedResponse> TYPE = new ActionType<>(NAME);

    private static final Logger logger = LogManager.getLogger(DeleteContinuousAction.class);

    private final Checkpoint checkpoint;

    @Inject
    public DeleteContinuousAction(
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            Client client,
            JobStore store,
            Checkpoint checkpoint) {
        super(NAME, JobIdRequest::new, transportService, filters, clusterService, client, store);
        this.checkpoint = checkpoint;
    }

    @Override
    void act(Task task, JobIdRequest request, ActionListener<AcknowledgedResponse> listener) {
        boolean led = reports.isLed(request.id());
        store.get(
                request.id(),
                ActionListener.wrap(
                        kept -> {
                            if (led && kept.record().state() == JobRecord.State.STARTED) {
                                listener.onFailure(mustBe("is stopped or has failed", kept.record()));
                            } else {
                                release(kept.record(), (CancellableTask) task, () -> delete(request.id(), listener));
                            }
                        },
                        e -> {
                            if (e instanceof IllegalArgumentException && led == false) {
                                // what cannot be read can be forgotten all the same
                                delete(request.id(), listener);
                            } else {
                                listener.onFailure(e);
                            }
                        }));
    }

    private void release(JobRecord job, CancellableTask task, Runnable next) {
        checkpoint.release(
                job,
                task,
                client,
                ActionListener.runAfter(
                        ActionListener.wrap(
                                released -> {},
                                e -> logger.debug(
                                        () -> "history held for job [" + job.id() + "] runs out by itself", e)),
                        next));
    }

    private void delete(String id, ActionListener<AcknowledgedResponse> listener) {
        store.delete(id, listener.map(deleted -> AcknowledgedResponse.TRUE));
    }
}
