package org.ndd.job;

import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.admin.cluster.node.tasks.list.ListTasksRequest;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.transport.TransportService;
import org.ndd.config.GenericPoolAction;
import org.ndd.config.IndicesActionRequest;
import org.ndd.decisions.KnownDecisions;
import org.ndd.pair.PairServices;
import org.ndd.partition.IdentityCheck;
import org.ndd.partition.RecordStore;
import org.ndd.partition.RunStore;

/**
 * Leads a job that has been checked and kept, from the node it is executed on, in the name of the job's user: the task that lives as long
 * as the job is started, or as its node.
 */
public final class JobTaskAction extends GenericPoolAction<JobTaskAction.Request, AcknowledgedResponse> {

    public static final String NAME = "indices:data/read/ndd/job";

    /** It has no answer: it fails in the end. */
    public static final ActionType<AcknowledgedResponse> TYPE = new ActionType<>(NAME);

    /** A job to lead. It never leaves its node: it holds in whose name the job is done. */
    public static final class Request extends IndicesActionRequest {

        private final JobRecord record;
        private final long allocation;

        /** @param allocation number of the task that leads the job; each is larger than those before */
        Request(JobRecord record, long allocation) {
            super(record.request().readIndices().indices().clone());
            this.record = record;
            this.allocation = allocation;
        }

        @Override
        public void writeTo(StreamOutput out) {
            TransportAction.localOnly();
        }

        @Override
        public String getDescription() {
            return description(record.id()) + ", source["
                    + String.join(",", record.request().indices()) + "]";
        }

        @Override
        public Task createTask(long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
            return new JobTask(id, type, action, record.id(), getDescription(), parentTaskId, headers);
        }
    }

    private static String description(String job) {
        return "job[" + job + "]";
    }

    /** A request for the task of a job, and no other. */
    static ListTasksRequest list(String job) {
        ListTasksRequest tasks = new ListTasksRequest();
        tasks.setActions(NAME).setDetailed(true).setDescriptions(description(job) + "*");
        return tasks;
    }

    private final PairServices services;
    private final JobStore store;
    private final FullRuns runs;
    private final Checkpoint checkpoint;
    private final JobMetrics metrics;

    @Inject
    public JobTaskAction(
            TransportService transportService,
            ActionFilters filters,
            IndexNameExpressionResolver resolver,
            PairServices services,
            RecordStore records,
            Checkpoint checkpoint,
            JobMetrics metrics) {
        super(NAME, transportService, filters);
        this.services = services;
        this.store = new JobStore(records);
        this.runs = new FullRuns(services.cluster(), resolver, new RunStore(records), services.client());
        this.checkpoint = checkpoint;
        this.metrics = metrics;
    }

    @Override
    protected void doExecute(Task task, Request request, ActionListener<AcknowledgedResponse> listener) {
        JobTask job = (JobTask) task;
        // of the user of this request: checkpoints run later, on threads without a user
        IdentityCheck identity = IdentityCheck.of(
                services.threads().getThreadContext(), services.client(), services.threads()::absoluteTimeInMillis);
        JobLoop loop = new JobLoop(
                store.writer(request.record, request.allocation),
                job,
                identity::check,
                runs,
                checkpoint,
                services.clientOf(job),
                metrics);
        job.led(loop);
        loop.run(listener.map(ended -> AcknowledgedResponse.TRUE));
    }

    /** The task of a job, on its coordinating node. */
    static final class JobTask extends CancellableTask {

        private final String job;
        private volatile JobLoop loop;
        private volatile CheckpointProgress progress;
        private volatile KnownDecisions decisions = KnownDecisions.NONE;

        JobTask(
                long id,
                String type,
                String action,
                String job,
                String description,
                TaskId parent,
                Map<String, String> headers) {
            super(id, type, action, description, parent, headers);
            this.job = job;
        }

        /** Id of the job. */
        String job() {
            return job;
        }

        /** {@code null} if no checkpoint is active. */
        @Override
        public CheckpointProgress getStatus() {
            return progress;
        }

        void begins(CheckpointProgress checkpoint) {
            progress = checkpoint;
        }

        /** The changed documents of the checkpoint are known. */
        synchronized void found(long documents) {
            if (progress != null) {
                progress = progress.of(documents);
            }
        }

        /** The groups of so many more of them are up to date. */
        synchronized void done(long documents) {
            if (progress != null) {
                progress = progress.plus(documents);
            }
        }

        /** The decisions of people that the last checkpoint on this node applied; none before the first, which applies all of them. */
        KnownDecisions decisions() {
            return decisions;
        }

        void applied(KnownDecisions now) {
            decisions = now;
        }

        void led(JobLoop by) {
            loop = by;
        }

        /** What leads it; {@code null} for the moment before it does. */
        JobLoop loop() {
            return loop;
        }
    }
}
