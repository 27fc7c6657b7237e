package org.ndd.partition.node;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterStateListener;
import org.elasticsearch.common.component.AbstractLifecycleComponent;
import org.elasticsearch.core.Releasables;

/**
 * The runs that this node has a part in. A part holds a pinned reader a shard, so it must end with its run: when the coordinator says so, when
 * the coordinator leaves the cluster, and when the node stops.
 */
public final class NodeRuns extends AbstractLifecycleComponent implements ClusterStateListener {

    private final Map<String, NodeRun> runs = new HashMap<>();

    synchronized void add(NodeRun run) {
        if (runs.putIfAbsent(run.plan().runId(), run) != null) {
            throw new IllegalStateException("run [" + run.plan().runId() + "] is open already");
        }
    }

    /**
     * The node's part in a run.
     *
     * @throws ResourceNotFoundException where the run has ended or was never here
     */
    synchronized NodeRun get(String runId) {
        NodeRun run = runs.get(runId);
        if (run == null) {
            throw new ResourceNotFoundException("run [" + runId + "] is not open on this node");
        }
        return run;
    }

    /** Ends the node's part in a run, if it has one. */
    void close(String runId) {
        NodeRun run;
        synchronized (this) {
            run = runs.remove(runId);
        }
        Releasables.close(run);
    }

    @Override
    public void clusterChanged(ClusterChangedEvent event) {
        if (event.nodesRemoved()) {
            synchronized (this) {
                Iterator<NodeRun> all = runs.values().iterator();
                while (all.hasNext()) {
                    NodeRun run = all.next();
                    if (event.state().nodes().nodeExists(run.plan().coordinator()) == false) {
                        all.remove();
                        run.close();
                    }
                }
            }
        }
    }

    @Override
    protected void doStart() {}

    @Override
    protected void doStop() {
        synchronized (this) {
            Releasables.close(runs.values());
            runs.clear();
        }
    }

    @Override
    protected void doClose() {}
}
