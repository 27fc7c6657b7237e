package org.ndd.job;

import java.io.IOException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ListenerTimeouts;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.engine.VersionConflictEngineException;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.bulk.ExpectedFailure;
import org.ndd.compat.PersistentTasks;
import org.ndd.config.BodyAction;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.LocalAction.LocalRequest;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.job.JobTaskAction.JobTask;
import org.ndd.job.update.ChangeList;
import org.ndd.partition.CoordinatorClient;
import org.ndd.partition.plan.TaskParams;
import org.ndd.partition.shard.ShardMethod.WireFormat;

/** Changes one or several jobs. */
public abstract class JobChangeAction<Request extends JobChangeAction.JobIdRequest>
        extends BodyAction<Request, JobChangeAction.JobAcknowledgement> {

    public static class JobIdRequest extends LocalRequest {

        public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueSeconds(30);

        public final String id;
        /** Maximum time to wait for the effect of the request, more than 0. After it, the request still takes effect. */
        public final TimeValue timeout;

        public JobIdRequest(String id, TimeValue timeout) {
            checkTimeout(timeout);
            this.id = id;
            this.timeout = timeout;
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
    final PersistentTasks tasks;

    JobChangeAction(ActionType<BodyResponse<JobAcknowledgement>> type, ActionServices action, JobStore store) {
        super(type, action, action.node().threads().generic());
        this.store = store;
        this.jobs = new JobLookup(store, services.client());
        this.tasks = new PersistentTasks(services.cluster(), services.client());
    }

    /** Returns the task of a job according to the cluster state of this node; {@code null} if there is none. */
    final PersistentTask<?> taskOf(JobRecord job) {
        return TaskParams.ofJob(services.cluster().state(), job.id(), job.dest());
    }

    /** Returns the started job with the destination of a job according to the same state, if it is another; otherwise {@code null}. */
    final String otherJob(JobRecord job) {
        String started = TaskParams.jobOf(services.cluster().state(), job.dest());
        return job.id().equals(started) ? null : started;
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
                request.timeout,
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
        store.put(
                job,
                version,
                ExpectedFailure.replace(VersionConflictEngineException.class, e -> changed(job, e), listener));
    }

    /** Returns the failure (409) of a request that has read an earlier state of a job. */
    static ElasticsearchStatusException changed(JobRecord job, @Nullable Exception cause) {
        return new ElasticsearchStatusException(
                "job [" + job.id() + "] was just changed by another request: retry", RestStatus.CONFLICT, cause);
    }
}
