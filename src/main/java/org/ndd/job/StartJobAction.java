package org.ndd.job;

import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ResourceAlreadyExistsException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.bulk.ExpectedFailure;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.job.JobChangeAction.JobAcknowledgement;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.partition.RecordStore.Versioned;
import org.ndd.partition.RecordWriter;
import org.ndd.partition.RunIndex;
import org.ndd.partition.RunStore;
import org.ndd.partition.RunUser;
import org.ndd.partition.plan.TaskParams;

/**
 * Starts a job that is stopped or has failed, after the same checks as at its creation. The requesting user becomes the user of the
 * job. The job resumes from its positions. If its destination does not publish its groups, it begins with a full run.
 */
public final class StartJobAction extends JobChangeAction<JobIdRequest> {

    public static final ActionType<BodyResponse<JobAcknowledgement>> TYPE =
            new ActionType<>("cluster:admin/ndd/job/start");

    private final JobPlanner planner;

    @Inject
    public StartJobAction(ActionServices action, JobStore store, RunStore runs) {
        super(TYPE, action, store);
        this.planner = new JobPlanner(services, runs);
    }

    @Override
    void change(CancellableTask task, JobIdRequest request, ActionListener<Void> listener) {
        RunUser user = RunUser.of(services.threads().getThreadContext());
        SubscribableListener.<Versioned<JobRecord>>newForked(l -> jobs.get(request.id, l))
                .<Versioned<JobRecord>>andThen((l, kept) -> {
                    JobRecord job = kept.record();
                    if (job.state() == JobRecord.State.STARTED && taskOf(job) != null) {
                        throw FullRuns.conflict("job [" + job.id() + "] is started already");
                    }
                    if (RecordWriter.allocation(kept.version())
                            > TaskParams.lastAllocation(services.cluster().state())) {
                        throw FullRuns.conflict(
                                "job [" + job.id() + "] was restored from a snapshot of another cluster: "
                                        + "delete it, and create it again with [initial_run]");
                    }
                    String other = otherJob(job);
                    if (other != null) {
                        throw taken(job, other);
                    }
                    planner.check(job.config(), l.map(spec -> kept));
                })
                .<Void>andThen((l, kept) -> start(kept, user, l))
                .addListener(listener);
    }

    private void start(Versioned<JobRecord> kept, RunUser user, ActionListener<Void> listener) {
        JobRecord before = kept.record();
        JobRecord started = before.startedBy(user);
        String published = RunIndex.publishedBy(services.cluster().state(), before.dest());
        long version = RecordWriter.nextVersion(kept.version());
        if (before.runs().current() != null && before.runs().current().equals(published)) {
            start(started, version, listener);
        } else {
            numberedAfterList(
                    started.withoutRun(),
                    listener.delegateFailureAndWrap((l, numbered) -> start(numbered, version, l)));
        }
    }

    private void start(JobRecord job, long version, ActionListener<Void> listener) {
        SubscribableListener.<Void>newForked(l -> put(job, version, l))
                .<Void>andThen(l -> lead(
                        job,
                        l.delegateResponse((m, e) ->
                                store.put(job.stopped(), version + 1, ActionListener.running(() -> m.onFailure(e))))))
                .addListener(listener);
    }

    /** Assigns a job with a stored record to a node. Fails with 409 if the destination has a started job. */
    private void lead(JobRecord job, ActionListener<Void> listener) {
        tasks.start(
                TaskParams.jobTaskId(job.dest()),
                TaskParams.JOB,
                new TaskParams(TaskParams.JOB, job.id()),
                ExpectedFailure.replace(
                        ResourceAlreadyExistsException.class,
                        e -> taken(job, TaskParams.jobOf(services.cluster().state(), job.dest())),
                        listener.map(started -> null)));
    }

    private static ElasticsearchStatusException taken(JobRecord job, String other) {
        return FullRuns.conflict("[dest.index] must be a destination without a started job, but was [" + job.dest()
                + "]: stop " + (other == null ? "its job" : "job [" + other + "]") + " first");
    }
}
