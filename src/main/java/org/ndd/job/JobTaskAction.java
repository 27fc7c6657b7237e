package org.ndd.job;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.admin.cluster.node.tasks.list.ListTasksRequest;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.persistent.AllocatedPersistentTask;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.bulk.TransientFailures;
import org.ndd.config.LocalAction;
import org.ndd.config.LocalAction.IndicesActionRequest;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.decisions.KnownDecisions;
import org.ndd.partition.RecordStore;
import org.ndd.partition.RecordStore.Versioned;
import org.ndd.partition.RecordWriter;
import org.ndd.partition.RecordedTaskExecutor;
import org.ndd.partition.RunStore;
import org.ndd.partition.RunUser;
import org.ndd.partition.RunUser.IdentityCheck;
import org.ndd.partition.plan.TaskParams;

/**
 * Leads a job, whose record was checked and stored, on the node of the request and with the rights of the job's user. Its task ends when
 * the job is stopped or the node is lost.
 */
public final class JobTaskAction extends LocalAction<JobTaskAction.Request, AcknowledgedResponse> {

    /** The action has no response: its listener always fails at the end. */
    public static final ActionType<AcknowledgedResponse> TYPE = new ActionType<>("indices:data/read/ndd/job");

    /** A request to lead a job. It never leaves its node, because it contains the user of the job. */
    public static final class Request extends IndicesActionRequest {

        private final JobRecord record;
        private final long allocation;

        Request(JobRecord record, long allocation) {
            super(record.request().readIndices().indices().clone());
            this.record = record;
            this.allocation = allocation;
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

    static ListTasksRequest list(String job) {
        ListTasksRequest tasks = new ListTasksRequest();
        tasks.setActions(TYPE.name()).setDetailed(true).setDescriptions(description(job) + "*");
        return tasks;
    }

    private final JobStore store;
    private final FullRuns runs;
    private final Checkpoint checkpoint;
    private final JobMetrics metrics;

    @Inject
    public JobTaskAction(ActionServices action, RecordStore records, Checkpoint checkpoint, JobMetrics metrics) {
        super(TYPE, action);
        this.store = new JobStore(records);
        this.runs = new FullRuns(services, new RunStore(records));
        this.checkpoint = checkpoint;
        this.metrics = metrics;
    }

    @Override
    protected void doExecute(Task task, Request request, ActionListener<AcknowledgedResponse> listener) {
        JobTask job = (JobTask) task;
        // the user of this request: checkpoints start later, on threads without a user
        IdentityCheck identity = IdentityCheck.ofUser(services.client());
        JobLoop loop = new JobLoop(
                store.writer(request.record, request.allocation),
                job,
                identity::check,
                runs,
                checkpoint,
                services.clientOf(job),
                metrics);
        job.setLoop(loop);
        loop.run(listener.map(ended -> AcknowledgedResponse.TRUE));
    }

    /** Leads a job. Shows the progress of its checkpoint, and has the decisions of people that earlier checkpoints applied. */
    public static final class JobTask extends CancellableTask {

        /** Pause between two renewals of leases during a full run, which is short compared to the 12 hours that they last. */
        private static final long RENEWAL_MILLIS = TimeValue.timeValueMinutes(1).millis();

        private final String job;
        private long renewedAt;
        private volatile JobLoop loop;
        private volatile CheckpointProgress progress;
        private volatile KnownDecisions decisions = KnownDecisions.NONE;
        private volatile KnownDecisions beforeFullRun = KnownDecisions.NONE;

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

        /**
         * Returns the loop of a task that leads a job; {@code null} if it does not lead this job. After a stop and a start, the earlier
         * task may still be ending its last step.
         */
        static JobLoop loopOf(CancellableTask task, String job) {
            return task instanceof JobTask leading && leading.isCancelled() == false && leading.job.equals(job)
                    ? leading.loop
                    : null;
        }

        /** Returns the progress of the active checkpoint; {@code null} if there is none. */
        @Override
        public CheckpointProgress getStatus() {
            return progress;
        }

        /** @param checkpoint progress of the checkpoint; {@code null} at its end */
        void setCheckpointProgress(CheckpointProgress checkpoint) {
            progress = checkpoint;
        }

        /** Sets the number of changed documents of the checkpoint. */
        synchronized void found(long documents) {
            if (progress != null) {
                progress = progress.of(documents);
            }
        }

        /** Adds to the number of documents whose groups are up to date. */
        synchronized void done(long documents) {
            if (progress != null) {
                progress = progress.plus(documents);
            }
        }

        /**
         * Returns the decisions of people that the groups of the job's run reflect: those that the last checkpoint on this node applied.
         * Before the first checkpoint, which applies all, those that this node read before it started the full run, or none.
         */
        KnownDecisions decisions() {
            return decisions;
        }

        void applied(KnownDecisions now) {
            decisions = now;
        }

        /** Stores the decisions before a full run, which reads them again. */
        void beforeFullRun(KnownDecisions now) {
            beforeFullRun = now;
        }

        /** Records that the job updates the groups of its last full run from now on. */
        void tracksFullRun() {
            decisions = beforeFullRun;
            beforeFullRun = KnownDecisions.NONE;
        }

        /** Returns whether the leases have to be renewed at this time, in milliseconds of a monotonic clock. */
        synchronized boolean renews(long now) {
            boolean due = now - renewedAt >= RENEWAL_MILLIS;
            renewedAt = due ? now : renewedAt;
            return due;
        }

        void ensureLeads(ActionListener<Void> listener) {
            loop.ensureLeads(listener);
        }

        void setLoop(JobLoop newLoop) {
            loop = newLoop;
        }
    }

    /**
     * The progress of the current checkpoint of a job, which is the status of the job's task. Also counts operations that the user of the
     * job has no right to see, like {@code operations_behind}.
     *
     * @param startedAt start of the checkpoint, in milliseconds since the epoch
     * @param total number of documents with an operation since the last checkpoint; 0 until it is known
     * @param done number of these documents whose groups are up to date
     */
    public record CheckpointProgress(long startedAt, long total, long done) implements Task.Status {

        public static final String NAME = "ndd_checkpoint";

        public CheckpointProgress(StreamInput in) throws IOException {
            this(in.readVLong(), in.readVLong(), in.readVLong());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeVLong(startedAt);
            out.writeVLong(total);
            out.writeVLong(done);
        }

        @Override
        public String getWriteableName() {
            return NAME;
        }

        CheckpointProgress of(long documents) {
            return new CheckpointProgress(startedAt, documents, done);
        }

        CheckpointProgress plus(long documents) {
            return new CheckpointProgress(startedAt, total, done + documents);
        }

        Map<String, Object> fields() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("start_time_in_millis", startedAt);
            fields.put("total", total);
            fields.put("done", done);
            return fields;
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            return builder.map(fields());
        }
    }

    /**
     * Ensures that a node leads each started job, by {@link JobTaskAction}: Elasticsearch assigns the persistent task of a job to another
     * node when its node is lost.
     */
    public static final class Executor extends RecordedTaskExecutor<JobRecord> {

        private static final Logger logger = LogManager.getLogger(Executor.class);
        private static final TimeValue MAX_END_WAIT = TimeValue.timeValueMinutes(1);

        private final JobStore store;

        public Executor(ClusterService clusterService, Client client, JobStore store) {
            super(TaskParams.JOB, clusterService, client, TYPE);
            this.store = store;
        }

        @Override
        protected void read(TaskParams params, ActionListener<Versioned<JobRecord>> listener) {
            store.get(params.id(), listener);
        }

        @Override
        protected RunUser user(JobRecord job) {
            return job.user();
        }

        @Override
        protected ActionRequest request(JobRecord job, long allocation) {
            return new Request(job, allocation);
        }

        @Override
        protected void fail(AllocatedPersistentTask task, Versioned<JobRecord> kept, Exception failure) {
            String job = kept.record().id();
            logger.warn(() -> "job [" + job + "] does not continue", failure);
            this.<Void>retry(
                    MAX_END_WAIT,
                    null,
                    done -> store.get(
                            job,
                            done.delegateFailureAndWrap((l, last) -> store.put(
                                    last.record().failed(TransientFailures.describe(failure)),
                                    RecordWriter.versionAfter(task.getAllocationId()),
                                    l))),
                    ActionListener.running(() -> task.markAsFailed(failure)));
        }
    }
}
