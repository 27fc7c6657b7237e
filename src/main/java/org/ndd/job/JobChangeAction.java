package org.ndd.job;

import java.io.IOException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.ListenerTimeouts;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.engine.VersionConflictEngineException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.GenericPoolAction;
import org.ndd.config.LocalRequest;
import org.ndd.config.LocalResponse;
import org.ndd.config.NodeServices;
import org.ndd.config.RangeCheck;
import org.ndd.job.JobTaskAction.JobTask;
import org.ndd.partition.CoordinatorClient;
import org.ndd.partition.shard.ShardMethod.WireFormat;

/** Changes one or several jobs. */
public abstract class JobChangeAction<Request extends JobChangeAction.JobIdRequest>
        extends GenericPoolAction<Request, JobChangeAction.JobAcknowledgement> {

    /** A request to change a job, by its id. */
    public static class JobIdRequest extends LocalRequest {

        /** Default of {@link #timeout()}. */
        public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueSeconds(30);

        private final String id;
        private final TimeValue timeout;

        /** @param timeout maximum time to wait for the effect of the request, more than 0 */
        public JobIdRequest(String id, TimeValue timeout) {
            RangeCheck.checkTimeout(timeout);
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
    public static final class JobAcknowledgement extends LocalResponse {

        static final JobAcknowledgement DONE = new JobAcknowledgement(false);
        static final JobAcknowledgement TIMED_OUT = new JobAcknowledgement(true);

        private final boolean timedOut;

        private JobAcknowledgement(boolean timedOut) {
            this.timedOut = timedOut;
        }

        public boolean timedOut() {
            return timedOut;
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject().field("acknowledged", timedOut == false);
            return builder.field("timed_out", timedOut).endObject();
        }
    }

    final TransportService transportService;
    final ThreadPool threadPool;
    final ClusterService clusterService;
    final Client client;
    final JobStore store;
    final JobLookup jobs;
    final JobTasks tasks;

    JobChangeAction(
            String name,
            TransportService transportService,
            ActionFilters filters,
            NodeServices services,
            JobStore store) {
        super(name, transportService, filters, services);
        this.transportService = transportService;
        this.threadPool = transportService.getThreadPool();
        this.clusterService = services.cluster();
        this.client = services.client();
        this.store = store;
        this.jobs = new JobLookup(store, client);
        this.tasks = new JobTasks(clusterService, client);
    }

    /** Works on a started job, with the privileges of the thread's user. */
    interface LoopWork<Q> {

        void run(JobLoop loop, Q content, ActionListener<Void> listener);
    }

    /**
     * Returns a client that lets the node that leads a started job work on it. Must be called at most once, in the constructor.
     *
     * @param name name of the action
     */
    final <Q> CoordinatorClient<Q> coordinator(String name, WireFormat<Q> format, LoopWork<Q> work) {
        return new CoordinatorClient<>(
                transportService, clusterService, name, "job", format, null, (task, job, content, listener) -> {
                    JobLoop loop = JobTask.loopOf(task, job);
                    if (loop != null) {
                        work.run(loop, content, listener);
                    }
                    return loop != null;
                });
    }

    /** Changes the job, with the privileges of the thread's user. */
    abstract void change(CancellableTask task, Request request, ActionListener<Void> listener);

    @Override
    protected void doExecute(Task task, Request request, ActionListener<JobAcknowledgement> listener) {
        ActionListener<JobAcknowledgement> inTime = ListenerTimeouts.wrapWithTimeout(
                threadPool,
                request.timeout(),
                threadPool.generic(),
                listener,
                ignored -> listener.onResponse(JobAcknowledgement.TIMED_OUT));
        ActionListener.run(
                inTime, l -> change((CancellableTask) task, request, l.map(done -> JobAcknowledgement.DONE)));
    }

    /** Stores a record. Fails with 409 if another request has just changed the job. No write of a task may replace the record. */
    void put(JobRecord job, long version, ActionListener<Void> listener) {
        store.put(job, version, listener.delegateResponse((l, e) -> {
            boolean conflict = ExceptionsHelper.unwrapCause(e) instanceof VersionConflictEngineException;
            l.onFailure(
                    conflict ? conflict("job [" + job.id() + "] was just changed by another request: retry", e) : e);
        }));
    }

    /** Returns the failure (409) of a request that requires another state of a job. */
    static ElasticsearchStatusException conflict(String message) {
        return conflict(message, null);
    }

    private static ElasticsearchStatusException conflict(String message, Exception cause) {
        return new ElasticsearchStatusException(message, RestStatus.CONFLICT, cause);
    }
}
