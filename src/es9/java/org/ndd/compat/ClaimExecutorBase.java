package org.ndd.compat;

import java.util.Collection;
import java.util.concurrent.Executor;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.persistent.PersistentTaskParams;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.Assignment;
import org.elasticsearch.persistent.PersistentTasksExecutor;

/** Base class for executors of persistent tasks that the master validates in the cluster state update that adds them. */
public abstract class ClaimExecutorBase<P extends PersistentTaskParams> extends PersistentTasksExecutor<P> {

    protected ClaimExecutorBase(String name, Executor executor) {
        super(name, executor);
    }

    /** Throws an exception if the task must not be added. Called on the master before the task is in the cluster state. */
    protected abstract void check(P params, ClusterState state);

    /** Returns the assignment of the task to a node. */
    protected abstract Assignment assign(P params, Collection<DiscoveryNode> candidates, ClusterState state);

    @Override
    public final void validate(P params, ClusterState state, ProjectId project) {
        check(params, state);
    }

    @Override
    protected final Assignment doGetAssignment(
            P params, Collection<DiscoveryNode> candidates, ClusterState state, ProjectId project) {
        return assign(params, candidates, state);
    }
}
