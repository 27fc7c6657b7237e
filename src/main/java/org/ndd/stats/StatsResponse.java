package org.ndd.stats;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.FailedNodeException;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.nodes.BaseNodesResponse;
import org.elasticsearch.cluster.ClusterName;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.TaskState;
import org.ndd.partition.RunCounts;
import org.ndd.stats.NodeStats.ActiveRun;

/** The response: numbers of the runs and jobs of the cluster, and of each node. */
public final class StatsResponse extends BaseNodesResponse<NodeStats> implements ToXContentFragment {

    private final RunCounts runs;
    private final JobCounts jobs;

    StatsResponse(
            ClusterName cluster,
            List<NodeStats> nodes,
            List<FailedNodeException> failures,
            RunCounts runs,
            JobCounts jobs) {
        super(cluster, nodes, failures);
        this.runs = runs;
        this.jobs = jobs;
    }

    RunCounts runs() {
        return runs;
    }

    JobCounts jobs() {
        return jobs;
    }

    @Override
    protected List<NodeStats> readNodesFrom(StreamInput in) {
        return TransportAction.localOnly();
    }

    @Override
    protected void writeNodesTo(StreamOutput out, List<NodeStats> nodes) {
        TransportAction.localOnly();
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject("runs").field("total", runs.total()).startObject("by_state");
        for (Map.Entry<TaskState, Long> state : runs.byState().entrySet()) {
            builder.field(state.getKey().value(), state.getValue());
        }
        builder.endObject().field("lost", runs.lost());
        List<ActiveRun> active = getNodes().stream()
                .flatMap(node -> node.coordinated().stream())
                .sorted(Comparator.comparing(ActiveRun::id))
                .toList();
        builder.xContentList("active", active).endObject();
        builder.field("jobs", jobs).startObject("nodes");
        for (NodeStats node : getNodes()) {
            builder.field(node.getNode().getId(), node);
        }
        return builder.endObject();
    }
}
