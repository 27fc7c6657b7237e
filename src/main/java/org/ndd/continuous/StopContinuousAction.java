package org.ndd.continuous;

import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.ndd.partition.CancelPartitionAction;
import org.ndd.partition.RecordStore.Kept;

/**
 * Stops a job: ends what is under way of it, a full run too. What its destination shows stays as it is, and {@link StartContinuousAction}
 * lets the job go on from there.
 */
public final class StopContinuousAction extends JobAction<JobIdRequest, JobResponse> {

    public static final String NAME = "cluster:admin/ndd/continuous/stop";

    public static final ActionType<JobResponse> TYPE = new ActionType<>(NAME);

    @Inject
    public StopContinuousAction(
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            Client client,
            JobStore store) {
        super(NAME, JobIdRequest::new, transportService, filters, clusterService, client, store);
    }

    @Override
    void act(Task task, JobIdRequest request, ActionListener<JobResponse> listener) {
        SubscribableListener.<Kept<JobRecord>>newForked(l -> store.get(request.id(), l))
                .<Long>andThen((l, kept) -> {
                    checkStarted(kept.record());
                    tasks.remove(request.id(), l);
                })
                .<JobRecord>andThen((l, allocation) -> keep(request.id(), allocation, l))
                .<JobRecord>andThen(this::cancelFullRun)
                .addListener(listener.delegateFailureAndWrap(
                        (l, job) -> reports.report(job.stopped(), l.map(JobResponse::one))));
    }

    private static void checkStarted(JobRecord job) {
        if (job.state() != JobRecord.State.STARTED) {
            throw mustBe("is started", job);
        }
    }

    /** With a version above all that the task may still write. */
    private void keep(String id, long allocation, ActionListener<JobRecord> listener) {
        store.get(id, listener.delegateFailureAndWrap((l, kept) -> {
            checkStarted(kept.record());
            long version = Math.max(JobStore.versionAfter(allocation), JobStore.nextVersion(kept.version()));
            change(kept.record().stopped(), version, l.map(stopped -> kept.record()));
        }));
    }

    private void cancelFullRun(ActionListener<JobRecord> listener, JobRecord job) {
        if (job.pending() == null) {
            listener.onResponse(job);
            return;
        }
        client.execute(
                CancelPartitionAction.TYPE,
                new CancelPartitionAction.Request(job.pending()),
                ActionListener.wrap(cancelled -> listener.onResponse(job), e -> {
                    Throwable cause = ExceptionsHelper.unwrapCause(e);
                    boolean ended =
                            cause instanceof IllegalArgumentException || cause instanceof ResourceNotFoundException;
                    if (ended) {
                        listener.onResponse(job);
                    } else {
                        listener.onFailure(e);
                    }
                }));
    }
}
