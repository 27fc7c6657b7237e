package org.ndd.job;

import java.io.IOException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceAlreadyExistsException;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ListenerTimeouts;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.engine.VersionConflictEngineException;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.compat.PersistentTasks;
import org.ndd.config.BodyAction;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.LocalAction.LocalRequest;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.job.JobTaskAction.JobTask;
import org.ndd.job.update.ChangeList;
import org.ndd.partition.CoordinatorClient;
import org.ndd.partition.RecordStore.Versioned;
import org.ndd.partition.RecordWriter;
import org.ndd.partition.RunIndex;
import org.ndd.partition.RunStore;
import org.ndd.partition.RunUser;
import org.ndd.partition.plan.TaskParams;
import org.ndd.partition.shard.ShardMethod.WireFormat;

/** Changes one or several jobs. */
public abstract class JobChangeAction<Request extends JobChangeAction.JobIdRequest>
        extends BodyAction<Request, JobChangeAction.JobAcknowledgement> {

    public static class JobIdRequest extends LocalRequest {

        public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueSeconds(30);

        private final String id;
        private final TimeValue timeout;

        /** @param timeout maximum time to wait for the effect of the request, more than 0 */
        public JobIdRequest(String id, TimeValue timeout) {
            checkTimeout(timeout);
            this.id = id;
            this.timeout = timeout;
        }

        public final String id() {
            return id;
        }

        /** Returns the maximum time to wait for the effect of the request. After it, the request still takes effect. */
        public final TimeValue timeout() {
            return timeout;
        }

        @Override
        public String getDescription() {
            return "job[" + id + "]";
        }
    }

    /** The response to a request that changes jobs. After a timeout, the request still takes effect. */
    public record JobAcknowledgement(boolean timedOut) implements ToXContentObject {

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject().field("acknowledged", timedOut == false);
            return builder.field("timed_out", timedOut).endObject();
        }
    }

    final JobStore store;
    final JobLookup jobs;
    final JobTasks tasks;

    JobChangeAction(ActionType<BodyResponse<JobAcknowledgement>> type, ActionServices action, JobStore store) {
        super(type, action, action.node().threads().generic());
        this.store = store;
        this.jobs = new JobLookup(store, services.client());
        this.tasks = new JobTasks(services.cluster(), services.client());
    }

    /** Works on a started job, with the privileges of the thread's user. */
    interface LoopWork<Q> {

        void run(JobLoop loop, Q content, ActionListener<Void> listener);
    }

    /** Returns a client that lets the node that leads a started job work on it. Must be called at most once, in the constructor. */
    final <Q> CoordinatorClient<Q> coordinator(ActionServices action, WireFormat<Q> format, LoopWork<Q> work) {
        return new CoordinatorClient<>(action, actionName, "job", format, null, (task, job, content, listener) -> {
            JobLoop loop = JobTask.loopOf(task, job);
            if (loop != null) {
                work.run(loop, content, listener);
            }
            return loop != null;
        });
    }

    abstract void change(CancellableTask task, Request request, ActionListener<Void> listener);

    @Override
    protected void respond(CancellableTask task, Request request, ActionListener<JobAcknowledgement> listener) {
        ActionListener<JobAcknowledgement> inTime = ListenerTimeouts.wrapWithTimeout(
                services.threads(),
                request.timeout(),
                services.threads().generic(),
                listener,
                ignored -> listener.onResponse(new JobAcknowledgement(true)));
        ActionListener.run(inTime, l -> change(task, request, l.map(done -> new JobAcknowledgement(false))));
    }

    /** Numbers the checkpoints of a job that begins with other groups after those in the list, which another job may have written. */
    final void numberedAfterList(JobRecord job, ActionListener<JobRecord> listener) {
        new ChangeList(services.client(), services.cluster(), job.dest()).last(listener.map(job::numberedAfter));
    }

    /** Stores a record. Fails with 409 if another request has just changed the job. No write of a task may replace the record. */
    void put(JobRecord job, long version, ActionListener<Void> listener) {
        store.put(job, version, listener.delegateResponse((l, e) -> {
            boolean conflict = ExceptionsHelper.unwrapCause(e) instanceof VersionConflictEngineException;
            l.onFailure(conflict ? changed(job, e) : e);
        }));
    }

    /** Returns the failure (409) of a request that has read an earlier state of a job. */
    static ElasticsearchStatusException changed(JobRecord job, @Nullable Exception cause) {
        return new ElasticsearchStatusException(
                "job [" + job.id() + "] was just changed by another request: retry", RestStatus.CONFLICT, cause);
    }

    /** Starts, finds and removes the persistent tasks that lead jobs. */
    static final class JobTasks {

        /** The value that {@link #remove} returns if there was no task. */
        static final long NONE = 0;

        private final ClusterService clusterService;
        private final PersistentTasks tasks;

        JobTasks(ClusterService clusterService, Client client) {
            this.clusterService = clusterService;
            this.tasks = new PersistentTasks(clusterService, client);
        }

        /** Assigns a job with a stored record to a node. Fails with 409 if the destination has a started job. */
        void start(JobRecord job, ActionListener<Void> listener) {
            tasks.start(
                    TaskParams.jobTaskId(job.dest()),
                    TaskParams.JOB,
                    new TaskParams(TaskParams.JOB, job.id()),
                    listener.delegateResponse((l, e) -> {
                                boolean taken =
                                        ExceptionsHelper.unwrapCause(e) instanceof ResourceAlreadyExistsException;
                                l.onFailure(taken ? taken(job, jobOf(job.dest())) : e);
                            })
                            .map(started -> null));
        }

        /** Returns the started job of a destination according to the cluster state of this node; {@code null} if there is none. */
        private String jobOf(String dest) {
            return TaskParams.jobOf(clusterService.state(), dest);
        }

        /** @throws ElasticsearchStatusException with status 409 if another job of the same destination is started */
        void checkDest(JobRecord job) {
            String other = jobOf(job.dest());
            if (other != null && other.equals(job.id()) == false) {
                throw taken(job, other);
            }
        }

        private static ElasticsearchStatusException taken(JobRecord job, String other) {
            return new ElasticsearchStatusException(
                    "[dest.index] must be a destination without a started job, but was [" + job.dest() + "]: stop "
                            + (other == null ? "its job" : "job [" + other + "]") + " first",
                    RestStatus.CONFLICT);
        }

        /** Returns the task of a job according to the cluster state of this node; {@code null} if there is none. */
        PersistentTask<?> find(JobRecord job) {
            return TaskParams.ofJob(clusterService.state(), job.id(), job.dest());
        }

        /** Removes the task of a job, which ends its active step. The listener gets the task's allocation, or {@link #NONE}. */
        void remove(JobRecord job, ActionListener<Long> listener) {
            String otherJob = jobOf(job.dest());
            if (otherJob != null && otherJob.equals(job.id()) == false) {
                listener.onResponse(NONE);
                return;
            }
            tasks.remove(
                    TaskParams.jobTaskId(job.dest()),
                    ActionListener.wrap(task -> listener.onResponse(task.getAllocationId()), e -> {
                        if (ExceptionsHelper.unwrapCause(e) instanceof ResourceNotFoundException) {
                            listener.onResponse(NONE);
                        } else {
                            listener.onFailure(e);
                        }
                    }));
        }
    }

    /**
     * Starts a job that is stopped or has failed, after the same checks as at its creation. The requesting user becomes the user of the
     * job. The job resumes from its positions. If its destination does not publish its groups, it begins with a full run.
     */
    public static final class StartJobAction extends JobChangeAction<JobIdRequest> {

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
                            throw FullRuns.conflict("job [" + job.id() + "] is started already");
                        }
                        if (RecordWriter.allocation(kept.version())
                                > TaskParams.lastAllocation(services.cluster().state())) {
                            throw FullRuns.conflict(
                                    "job [" + job.id() + "] was restored from a snapshot of another cluster: "
                                            + "delete it, and create it again with [initial_run]");
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
                    .<Void>andThen(l -> tasks.start(
                            job,
                            l.delegateResponse((m, e) -> store.put(
                                    job.stopped(), version + 1, ActionListener.running(() -> m.onFailure(e))))))
                    .addListener(listener);
        }
    }

    /**
     * Requests the next step of a job as soon as possible, on its coordinating node: a checkpoint, or a check of the active full run. The
     * step has the rights of the job's user.
     */
    public static final class ScheduleNowJobAction extends JobChangeAction<ScheduleNowJobAction.Request> {

        public static final ActionType<BodyResponse<JobAcknowledgement>> TYPE =
                new ActionType<>("cluster:admin/ndd/job/schedule_now");

        public static final class Request extends JobIdRequest {

            public final boolean waitForCompletion;

            /** @param waitForCompletion whether to respond when the step has ended, or when the job has accepted the request */
            public Request(String id, boolean waitForCompletion, TimeValue timeout) {
                super(id, timeout);
                this.waitForCompletion = waitForCompletion;
            }
        }

        private final CoordinatorClient<Boolean> coordinator;

        @Inject
        public ScheduleNowJobAction(ActionServices action, JobStore store) {
            super(TYPE, action, store);
            this.coordinator = coordinator(
                    action,
                    new WireFormat<>(StreamInput::readBoolean, StreamOutput::writeBoolean),
                    ScheduleNowJobAction::schedule);
        }

        @Override
        void change(CancellableTask task, Request request, ActionListener<Void> listener) {
            String id = request.id();
            // each attempt reads the job, which may be stopped in the meantime
            coordinator.send(
                    id,
                    request.waitForCompletion,
                    found -> jobs.get(id, found.map(kept -> started(kept.record()))),
                    task,
                    listener);
        }

        private PersistentTask<?> started(JobRecord job) {
            if (job.state() != JobRecord.State.STARTED) {
                throw FullRuns.conflict("job [" + job.id() + "] is "
                        + job.state().value() + ": start it first with [POST /_ndd/job/" + job.id() + "/_start]");
            }
            return tasks.find(job);
        }

        private static void schedule(JobLoop loop, boolean wait, ActionListener<Void> listener) {
            if (wait) {
                loop.now(listener.map(step -> null));
            } else {
                loop.now(ActionListener.noop());
                listener.onResponse(null);
            }
        }
    }
}
