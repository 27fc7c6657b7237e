package org.ndd.partition;

import java.util.Collection;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.persistent.AllocatedPersistentTask;
import org.elasticsearch.persistent.PersistentTaskState;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.Assignment;
import org.elasticsearch.persistent.PersistentTasksExecutor;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.partition.plan.PartitionTaskParams;
import org.ndd.partition.wire.PassingFailures;

/**
 * Keeps a run led by some node: Elasticsearch gives the run's persistent task to another node when its node is lost. The task itself only
 * reads the run's record and starts {@link RunPartitionAction} in the name of the user who asked for the run; the thread context of a
 * persistent task itself is the system's, with rights that no user should borrow.
 */
public final class PartitionTaskExecutor extends PersistentTasksExecutor<PartitionTaskParams> {

    private static final Logger logger = LogManager.getLogger(PartitionTaskExecutor.class);
    private static final TimeValue PAUSE = TimeValue.timeValueSeconds(1);

    private final ClusterService clusterService;
    private final ThreadPool threadPool;
    private final Client client;
    private final RunStore store;

    public PartitionTaskExecutor(ClusterService clusterService, ThreadPool threadPool, Client client, RunStore store) {
        super(PartitionTaskParams.NAME, threadPool.generic());
        this.clusterService = clusterService;
        this.threadPool = threadPool;
        this.client = client;
        this.store = store;
    }

    /** Any data node may lead: leading is little work. */
    @Override
    public Assignment getAssignment(
            PartitionTaskParams params, Collection<DiscoveryNode> candidates, ClusterState clusterState) {
        DiscoveryNode node = selectLeastLoadedNode(clusterState, candidates, DiscoveryNode::canContainData);
        return node == null ? NO_NODE_FOUND : new Assignment(node.getId(), "");
    }

    @Override
    protected void nodeOperation(AllocatedPersistentTask task, PartitionTaskParams params, PersistentTaskState state) {
        store.get(params.runId(), ActionListener.wrap(kept -> lead(task, kept), e -> {
            if (PassingFailures.passes(e) && isGone(e) == false && task.isCancelled() == false) {
                logger.debug(() -> "record of run [" + params.runId() + "] cannot be read yet", e);
                threadPool.schedule(() -> nodeOperation(task, params, state), PAUSE, threadPool.generic());
            } else {
                task.markAsFailed(e);
            }
        }));
    }

    /** While a cluster starts, an index may not be known yet: then what is not found is not gone for good. */
    private boolean isGone(Exception e) {
        return e instanceof ResourceNotFoundException
                && clusterService.state().metadata().hasIndexAbstraction(RunStore.INDEX);
    }

    @SuppressWarnings("try") // the context is closed, not used
    private void lead(AllocatedPersistentTask task, RunStore.Kept kept) {
        RunRecord record = kept.record();
        if (record.hasEnded()) {
            // its coordinator was lost between its last word and the end of its task
            task.markAsCompleted();
            return;
        }
        try {
            record.user().check(clusterService);
        } catch (ElasticsearchSecurityException e) {
            endUnled(task, kept, e);
            return;
        }
        RunPartitionAction.Request request = new RunPartitionAction.Request(record, task.getAllocationId());
        request.setParentTask(new TaskId(clusterService.localNode().getId(), task.getId()));
        try (var ignored = record.user().enter(threadPool.getThreadContext())) {
            client.execute(
                    RunPartitionAction.TYPE,
                    request,
                    ActionListener.wrap(report -> task.markAsCompleted(), e -> endUnled(task, kept, e)));
        }
    }

    /**
     * Ends a run that cannot be led: its user is not known, or has lost the right to. Its report is in an index of its user, so why it
     * ended is kept in the record only.
     */
    private void endUnled(AllocatedPersistentTask task, RunStore.Kept kept, Exception why) {
        RunRecord record = kept.record();
        if (task.isCancelled() || PassingFailures.passes(why)) {
            task.markAsFailed(why);
            return;
        }
        PartitionProgress progress = new PartitionProgress(record.spec(), record.report(), System::currentTimeMillis);
        progress.failed(why);
        logger.warn(() -> "run [" + record.spec().runId() + "] does not go on", why);
        Persistently.run(
                threadPool,
                record.spec().timeout(),
                null,
                done -> store.put(record.ended(progress.report()), kept.version() + 1, done),
                ActionListener.running(() -> task.markAsFailed(why)));
    }
}
