package org.ndd.job;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.config.ActionServices;
import org.ndd.config.BodyResponse;
import org.ndd.job.JobChangeAction.JobAcknowledgement;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.job.update.ChangeList;
import org.ndd.partition.RecordStore.Versioned;
import org.ndd.partition.RecordWriter;
import org.ndd.partition.RunIndex;
import org.ndd.partition.RunStore;
import org.ndd.partition.RunUser;

/**
 * Starts a job that is stopped or has failed, after the same checks as at its creation. The requesting user becomes the user of the job.
 * The job resumes from its positions. If its destination does not publish its groups, it begins with a full run.
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
        SubscribableListener.<Versioned<JobRecord>>newForked(l -> jobs.get(request.id(), l))
                .<Versioned<JobRecord>>andThen((l, kept) -> {
                    JobRecord job = kept.record();
                    if (job.state() == JobRecord.State.STARTED && tasks.find(job) != null) {
                        throw conflict("job [" + job.id() + "] is started already");
                    }
                    tasks.checkDest(job);
                    planner.check(job.config(), l.map(spec -> kept));
                })
                .<Void>andThen((l, kept) -> start(kept, user, l))
                .addListener(listener);
    }

    private void start(Versioned<JobRecord> kept, RunUser user, ActionListener<Void> listener) {
        JobRecord before = kept.record();
        JobRecord started = before.startedBy(user);
        String published = RunIndex.publishedBy(services.cluster().state(), before.dest());
        JobRecord job =
                before.runs().current() != null && before.runs().current().equals(published)
                        ? started
                        : started.withoutRun();
        SubscribableListener.<JobRecord>newForked(l -> continueNumbers(job, l))
                .<Void>andThen((l, numbered) -> start(numbered, RecordWriter.nextVersion(kept.version()), l))
                .addListener(listener);
    }

    /** If another job may have written the list of changes, the checkpoints have higher numbers than those in the list. */
    private void continueNumbers(JobRecord job, ActionListener<JobRecord> listener) {
        if (job.runs().current() != null && job.checkpoints().last() != null) {
            listener.onResponse(job);
        } else {
            new ChangeList(services.client(), services.cluster(), job.dest()).last(listener.map(job::numberedAfter));
        }
    }

    private void start(JobRecord job, long version, ActionListener<Void> listener) {
        SubscribableListener.<Void>newForked(l -> put(job, version, l))
                .<Void>andThen(l -> tasks.start(
                        job,
                        l.delegateResponse((m, e) ->
                                store.put(job.stopped(), version + 1, ActionListener.running(() -> m.onFailure(e))))))
                .addListener(listener);
    }
}
