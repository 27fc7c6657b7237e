package org.ndd.partition.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.ClusterStateListener;
import org.elasticsearch.common.component.AbstractLifecycleComponent;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.compat.Project;
import org.ndd.partition.node.RunMessenger.RpcTarget;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.plan.TaskParams;

/**
 * Holds the runs in which this node participates. A part of a run holds one pinned reader per shard, so it must end with its run:
 *
 * <ul>
 * <li>when the coordinator requests it
 * <li>when the cluster state no longer has the run's task, or the node on which a run without such a task depends
 * <li>when one of its shards leaves this node, and when the node stops
 * </ul>
 */
public final class NodeRuns extends AbstractLifecycleComponent implements ClusterStateListener {

    private final Map<String, NodeRun> runs = new HashMap<>();

    /** Adds a run, and ends the node's part in an earlier attempt of it. */
    void add(NodeRun run) {
        NodeRun earlier;
        synchronized (this) {
            earlier = runs.get(run.plan().runId());
            if (earlier != null && earlier.plan().attempt() >= run.plan().attempt()) {
                throw notOpen(run.plan().runId(), run.plan().attempt());
            }
            runs.put(run.plan().runId(), run);
        }
        if (earlier != null) {
            earlier.end();
        }
    }

    private static ResourceNotFoundException notOpen(String run, long attempt) {
        return new ResourceNotFoundException("this node has no data of attempt [" + attempt + "] at run [" + run
                + "], because it was restarted or a newer attempt started");
    }

    /** Uses the node's part in a run, which is not released meanwhile. Fails with {@link ResourceNotFoundException} if it has ended. */
    <T> T use(RpcTarget address, CheckedFunction<NodeRun, T, Exception> use) throws Exception {
        NodeRun run = acquire(address);
        try {
            return use.apply(run);
        } finally {
            run.decRef();
        }
    }

    private synchronized NodeRun acquire(RpcTarget address) {
        NodeRun run = runs.get(address.run());
        if (run == null || run.plan().attempt() != address.attempt() || run.tryIncRef() == false) {
            throw notOpen(address.run(), address.attempt());
        }
        return run;
    }

    /** Requests that steps of an attempt of a run end early. */
    synchronized void stop(RpcTarget address) {
        runs.values().stream().filter(run -> matches(run, address)).forEach(NodeRun::stop);
    }

    /** Ends the node's parts in this attempt of a run and in earlier ones, and returns them. */
    List<NodeRun> close(RpcTarget address) {
        return endMatching(run -> matches(run, address));
    }

    private static boolean matches(NodeRun run, RpcTarget address) {
        return run.plan().runId().equals(address.run()) && run.plan().attempt() <= address.attempt();
    }

    /** Ends the runs that read a closing shard of this node. They continue with another copy of it. */
    public void shardCloses(ShardId shard) {
        endMatching(run -> run.reads(shard));
    }

    private List<NodeRun> endMatching(Predicate<NodeRun> selected) {
        List<NodeRun> ended = new ArrayList<>();
        synchronized (this) {
            runs.values().removeIf(run -> selected.test(run) && ended.add(run));
        }
        ended.forEach(NodeRun::end);
        return ended;
    }

    synchronized int size() {
        return runs.size();
    }

    public synchronized void received(String run, long bytes) {
        NodeRun part = runs.get(run);
        if (part != null) {
            part.received(bytes);
        }
    }

    @Override
    public void clusterChanged(ClusterChangedEvent event) {
        boolean tasksChanged = Project.tasksChanged(event);
        if (tasksChanged || event.nodesRemoved()) {
            endMatching(run -> hasEnded(run, event.state()));
        }
    }

    private static boolean hasEnded(NodeRun run, ClusterState state) {
        String coordinator = run.plan().coordinator();
        return coordinator == null
                ? hasTaskEnded(run.plan(), state)
                : state.nodes().nodeExists(coordinator) == false;
    }

    /**
     * Fails if the task of a run has ended, because nothing would end the part of the node: a coordinator may have been suspended until
     * then. The run must have been added, so that a later end of the task ends its part.
     */
    static void requireTask(PartitionPlan plan, ClusterState state) {
        if (plan.coordinator() == null && hasTaskEnded(plan, state)) {
            throw new ResourceNotFoundException("run [" + plan.runId() + "] has ended");
        }
    }

    /** Returns whether the task has ended. A node may open a run before its cluster state has the task. */
    private static boolean hasTaskEnded(PartitionPlan plan, ClusterState state) {
        return TaskParams.ofRun(state, plan.runId()) == null && TaskParams.lastAllocation(state) >= plan.allocation();
    }

    @Override
    protected void doStart() {}

    @Override
    protected void doStop() {
        endMatching(run -> true);
    }

    @Override
    protected void doClose() {}
}
