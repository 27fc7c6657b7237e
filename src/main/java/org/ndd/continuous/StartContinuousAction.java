package org.ndd.continuous;

import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.ndd.continuous.update.CheckpointRights;
import org.ndd.partition.CheckPartitionAction;
import org.ndd.partition.RecordStore.Kept;
import org.ndd.partition.RunLookup;
import org.ndd.partition.RunUser;

/**
 * Resumes a job that was stopped or has failed, in the name of the user that requests it, after the same checks as when the job was
 * created. The job resumes from its positions, or with a full run if its destination does not publish its groups any more.
 */
public final class StartContinuousAction extends JobAction<JobIdRequest, JobResponse> {

    public static final String NAME = "cluster:admin/ndd/continuous/start";

    public static final ActionType<JobResponse> TYPE = new ActionType<>(NAME);

    private final CheckpointRights rights;

    @Inject
    public StartContinuousAction(
            TransportService transportService,
            ActionFilters filters,
            ClusterService clusterService,
            Client client,
            JobStore store) {
        super(NAME, JobIdRequest::new, transportService, filters, clusterService, client, store);
        this.rights = new CheckpointRights(client, clusterService::state);
    }

    @Override
    void act(Task task, JobIdRequest request, ActionListener<JobResponse> listener) {
        RunUser user = RunUser.of(transportService.getThreadPool().getThreadContext());
        user.check(clusterService);
        SubscribableListener.<Kept<JobRecord>>newForked(l -> store.get(request.id(), l))
                .<Kept<JobRecord>>andThen((l, kept) -> {
                    JobRecord job = kept.record();
                    if (job.state() == JobRecord.State.STARTED && reports.isLed(job.id())) {
                        throw mustBe("is stopped or has failed", job);
                    }
                    client.execute(
                            CheckPartitionAction.TYPE,
                            job.request().ofJob(),
                            l.delegateFailureAndWrap(
                                    (m, checked) -> rights.check(checked.spec(), m.map(allowed -> kept))));
                })
                .<JobRecord>andThen((l, kept) -> start(kept, user, l))
                .<Map<String, Object>>andThen((l, job) -> reports.reportStarted(job, l))
                .addListener(listener.map(JobResponse::one));
    }

    private void start(Kept<JobRecord> kept, RunUser user, ActionListener<JobRecord> listener) {
        JobRecord before = kept.record();
        JobRecord started = before.startedBy(user);
        String shown = RunLookup.shownBy(clusterService.state(), before.id());
        JobRecord job = before.run() != null && before.run().equals(shown) ? started : started.withoutRun();
        long version = JobStore.nextVersion(kept.version());
        SubscribableListener.<Void>newForked(l -> change(job, version, l))
                .<Void>andThen(l -> tasks.start(
                        job.id(),
                        l.delegateResponse((m, e) ->
                                store.put(job.stopped(), version + 1, ActionListener.running(() -> m.onFailure(e))))))
                .addListener(listener.map(done -> job));
    }
}
