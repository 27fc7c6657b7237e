package org.ndd.job;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.admin.cluster.node.tasks.get.TransportGetTaskAction;
import org.elasticsearch.action.admin.cluster.node.tasks.list.ListTasksRequest;
import org.elasticsearch.action.support.RefCountingListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.OriginSettingClient;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.bulk.Batches;
import org.ndd.bulk.ExpectedFailure;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.job.JobChangeAction.JobAcknowledgement;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.partition.RecordWriter;
import org.ndd.partition.RunActions;
import org.ndd.partition.RunTasks;
import org.ndd.partition.plan.TaskParams;

/**
 * Stops jobs: ends their active steps and full runs. The published groups do not change, and {@link StartJobAction} resumes a job from
 * there. Jobs that are not started do not change.
 */
public final class StopJobAction extends JobChangeAction<StopJobAction.Request> {

    public static final ActionType<BodyResponse<JobAcknowledgement>> TYPE =
            new ActionType<>("cluster:admin/ndd/job/stop");

    public static final class Request extends JobIdRequest {

        public final JobPattern pattern;
        public final boolean waitForCompletion;

        /** @param waitForCompletion whether to respond when the steps have ended, or as soon as they must end */
        public Request(JobPattern pattern, boolean waitForCompletion, TimeValue timeout) {
            super(pattern.toString(), timeout);
            this.pattern = pattern;
            this.waitForCompletion = waitForCompletion;
        }
    }

    private static final TimeValue MAX_END_WAIT = TimeValue.timeValueSeconds(30);

    /** Client for the tasks of jobs. The full run is part of the job, so cancelling it requires no other privilege. */
    private final Client ofTasks;

    private final RunTasks runs;

    @Inject
    public StopJobAction(ActionServices action, JobStore store) {
        super(TYPE, action, store);
        this.ofTasks = new OriginSettingClient(services.client(), TransportGetTaskAction.TASKS_ORIGIN);
        this.runs = new RunTasks(services.cluster(), services.client());
    }

    @Override
    void change(CancellableTask task, Request request, ActionListener<Void> listener) {
        jobs.all(request.pattern, listener.delegateFailureAndWrap((l, found) -> {
            List<JobRecord> stopped = Collections.synchronizedList(new ArrayList<>());
            each(
                    found,
                    (job, m) -> stop(job, request, stopped, m),
                    ActionListener.wrap(
                            done -> end(stopped, request, l),
                            e -> end(stopped, request, ActionListener.running(() -> l.onFailure(e)))));
        }));
    }

    /** Processes some jobs at the same time. A failure does not prevent the work for the other jobs. */
    private static <T> void each(
            Collection<T> items, BiConsumer<T, ActionListener<Void>> work, ActionListener<Void> listener) {
        try (RefCountingListener all = new RefCountingListener(listener)) {
            Batches.each(
                    items,
                    JobLookup.CONCURRENT_JOBS,
                    (item, next) -> ActionListener.run(
                            ActionListener.runAfter(all.acquire(), () -> next.onResponse(null)),
                            l -> work.accept(item, l)),
                    all.acquire());
        }
    }

    private void stop(
            JobLookup.LookupResult job, Request request, List<JobRecord> stopped, ActionListener<Void> listener) {
        if (job.stored() != null && job.stored().record().state() == JobRecord.State.STARTED) {
            JobRecord started = job.stored().record();
            SubscribableListener.<Long>newForked(l -> removeTask(started, l))
                    .<JobRecord>andThen((l, allocation) -> storeStopped(started.id(), allocation, l))
                    .addListener(listener.map(record -> {
                        stopped.add(record);
                        return null;
                    }));
        } else if (job.unreadable() != null && request.pattern.ids().contains(job.id())) {
            listener.onFailure(job.unreadable());
        } else {
            listener.onResponse(null);
        }
    }

    /** Removes the task of a job, which ends its active step. The listener gets the task's allocation, or 0 if there was none. */
    private void removeTask(JobRecord job, ActionListener<Long> listener) {
        if (otherJob(job) == null) {
            tasks.remove(
                    TaskParams.jobTaskId(job.dest()),
                    ExpectedFailure.handle(
                            ResourceNotFoundException.class,
                            listener.map(PersistentTask::getAllocationId),
                            (l, e) -> listener.onResponse(0L)));
        } else {
            listener.onResponse(0L);
        }
    }

    private void end(List<JobRecord> stopped, Request request, ActionListener<Void> listener) {
        each(
                List.copyOf(stopped),
                (job, l) -> awaitEnd(job, l.delegateFailureAndWrap((m, ended) -> cancelFullRun(job, m))),
                request.waitForCompletion ? listener : ActionListener.noop());
        if (request.waitForCompletion == false) {
            listener.onResponse(null);
        }
    }

    /** Stores that the job is stopped, with a version above all that its task may write. The listener gets the previous record. */
    private void storeStopped(String id, long allocation, ActionListener<JobRecord> listener) {
        store.get(id, listener.delegateFailureAndWrap((l, kept) -> {
            if (kept.record().state() != JobRecord.State.STARTED) {
                // the job has failed, or another request has stopped it
                l.onResponse(kept.record());
                return;
            }
            long version = Math.max(RecordWriter.versionAfter(allocation), RecordWriter.nextVersion(kept.version()));
            put(kept.record().stopped(), version, l.map(stopped -> kept.record()));
        }));
    }

    /**
     * Waits until the current step has ended. The step may have to complete a comparison or a write first. After a timeout, it still ends.
     */
    private void awaitEnd(JobRecord job, ActionListener<Void> listener) {
        ListTasksRequest leading = JobTaskAction.list(job.id());
        leading.setWaitForCompletion(true).setTimeout(MAX_END_WAIT);
        ofTasks.admin().cluster().listTasks(leading, listener.map(ended -> null));
    }

    /** Cancels the full run for which the job waits, or which it has just started. */
    private void cancelFullRun(JobRecord job, ActionListener<Void> listener) {
        String run = job.runs().pending() != null
                ? job.runs().pending()
                : TaskParams.publisherTo(services.cluster().state(), job.dest());
        if (run == null) {
            listener.onResponse(null);
            return;
        }
        ofTasks.execute(
                RunActions.Cancel.TYPE,
                new RunActions.Cancel.Request(run),
                ActionListener.wrap(cancelled -> listener.onResponse(null), e -> {
                    Throwable cause = ExceptionsHelper.unwrapCause(e);
                    if (cause instanceof IllegalArgumentException || cause instanceof ResourceNotFoundException) {
                        // the run has ended or does not exist: its task will end soon, and with it the claim on the
                        // destination
                        runs.awaitGone(run, MAX_END_WAIT, e, listener);
                    } else {
                        listener.onFailure(e);
                    }
                }));
    }
}
