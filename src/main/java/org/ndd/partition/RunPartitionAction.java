package org.ndd.partition;

import java.util.Map;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.persistent.AllocatedPersistentTask;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.ndd.bulk.RetryUntilTimeout;
import org.ndd.config.LocalAction;
import org.ndd.config.LocalAction.LocalRequest;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.partition.PartitionAction.PartitionResponse;
import org.ndd.partition.RunStore.RunRecord;
import org.ndd.partition.RunStore.RunStateWriter;
import org.ndd.partition.RunUser.IdentityCheck;
import org.ndd.partition.node.NodeRuns;
import org.ndd.partition.node.NodeSteps;
import org.ndd.partition.node.RunMessenger;
import org.ndd.partition.node.RunMetrics;
import org.ndd.partition.plan.TaskParams;

/**
 * Leads a validated and stored run on the node that executes the action. The task ends with the run or with its node. Users call
 * {@link PartitionAction} instead.
 */
public final class RunPartitionAction extends LocalAction<RunPartitionAction.Request, PartitionResponse> {

    public static final ActionType<PartitionResponse> TYPE = new ActionType<>("indices:data/read/ndd/partition/run");

    /** A run to lead. It stays on its node, because it holds the credentials of the run's user. */
    public static final class Request extends LocalRequest implements IndicesRequest {

        private final RunRecord record;
        private final long allocation;

        Request(RunRecord record, long allocation) {
            this.record = record;
            this.allocation = allocation;
        }

        @Override
        public String[] indices() {
            return record.spec().readIndices().indices();
        }

        @Override
        public IndicesOptions indicesOptions() {
            return record.spec().source().indices().indicesOptions();
        }

        @Override
        public String getDescription() {
            return "run[" + record.spec().runId() + "], source[" + String.join(",", indices()) + "], dest["
                    + record.spec().dest() + "]";
        }

        @Override
        public Task createTask(long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
            return new PartitionTask(id, type, action, record.spec().runId(), getDescription(), parentTaskId, headers);
        }
    }

    private final RunMessenger messenger;
    private final RunStore store;

    @Inject
    public RunPartitionAction(ActionServices action, NodeRuns runs, RunStore store, RunMetrics metrics) {
        super(TYPE, action);
        this.messenger = new RunMessenger(action.transport());
        this.store = store;
        RunMessenger measured = new RunMessenger(action.transport(), runs::received);
        new NodeSteps(runs, measured, services, metrics).register();
    }

    @Override
    protected void doExecute(Task task, Request request, ActionListener<PartitionResponse> listener) {
        PartitionTask run = (PartitionTask) task;
        RunRecord record = request.record;
        PartitionProgress progress = PartitionProgress.fromRecord(record, System::currentTimeMillis);
        RunIndex runIndex = new RunIndex(services.client(), record.spec().runId());
        IdentityCheck user = IdentityCheck.ofUser(services.client());
        PartitionCoordinator coordinator = new PartitionCoordinator(
                new RunStateWriter(record, request.allocation, progress, runIndex, store),
                run,
                user::check,
                messenger,
                services);
        run.setCoordinator(coordinator, progress);
        coordinator.run(listener.map(report -> new PartitionResponse(report.id(), report)));
    }

    /** The task of a run on its coordinating node. Its status is the report of the run without documents. */
    public static final class PartitionTask extends CancellableTask {

        /** Maximum wait for a response of the node that leads a run. */
        static final TimeValue REQUEST_TIMEOUT = TimeValue.timeValueSeconds(30);

        private final String runId;
        private volatile PartitionCoordinator coordinator;
        private volatile PartitionProgress progress;

        PartitionTask(
                long id,
                String type,
                String action,
                String runId,
                String description,
                TaskId parent,
                Map<String, String> headers) {
            super(id, type, action, description, parent, headers);
            this.runId = runId;
        }

        static boolean leads(CancellableTask task, String run) {
            return task instanceof PartitionTask leading && leading.runId.equals(run);
        }

        void setCoordinator(PartitionCoordinator newCoordinator, PartitionProgress newProgress) {
            progress = newProgress;
            coordinator = newCoordinator;
        }

        /** Changes the speed of the run; returns false if the run is starting, and its speed cannot be changed yet. */
        boolean rethrottle(double documentsPerSecond, ActionListener<Void> listener) {
            PartitionCoordinator current = coordinator;
            if (current != null) {
                current.rethrottle(documentsPerSecond, listener);
            }
            return current != null;
        }

        @Override
        public Task.Status getStatus() {
            PartitionProgress current = progress;
            return current == null ? null : current.report().withoutDocuments();
        }
    }

    /**
     * Ensures that a node leads a run, by {@link RunPartitionAction}: Elasticsearch assigns the run's persistent task to another node when
     * its node is lost.
     */
    public static final class Executor extends RecordedTaskExecutor<RunRecord> {

        private static final Logger logger = LogManager.getLogger(Executor.class);

        private final RunStore store;

        public Executor(ClusterService clusterService, Client client, RunStore store) {
            super(TaskParams.RUN, clusterService, client, TYPE);
            this.store = store;
        }

        @Override
        protected void read(TaskParams params, ActionListener<RecordStore.Versioned<RunRecord>> listener) {
            store.get(params.id(), listener);
        }

        @Override
        protected RunUser user(RunRecord record) {
            return record.user();
        }

        @Override
        protected ActionRequest request(RunRecord record, long allocation) {
            return new Request(record, allocation);
        }

        /**
         * Ends a run that cannot be led, because its user is unknown or has lost the required rights. Its report is in an index of its
         * user, so the reason is stored only in the record.
         */
        @Override
        protected void fail(AllocatedPersistentTask task, RecordStore.Versioned<RunRecord> kept, Exception failure) {
            RunRecord record = kept.record();
            PartitionProgress progress = new PartitionProgress(record.report(), System::currentTimeMillis);
            progress.failed(failure);
            logger.warn(() -> "run [" + record.spec().runId() + "] does not continue", failure);
            RetryUntilTimeout.<Void>run(
                    threadPool,
                    record.spec().timeout(),
                    null,
                    done -> store.put(record.ended(progress.report()), RecordWriter.nextVersion(kept.version()), done),
                    ActionListener.running(() -> task.markAsFailed(failure)));
        }
    }
}
