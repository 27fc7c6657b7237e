package org.ndd.plugin;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.FailedNodeException;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.nodes.BaseNodeResponse;
import org.elasticsearch.action.support.nodes.BaseNodesResponse;
import org.elasticsearch.action.support.nodes.TransportNodesAction;
import org.elasticsearch.cluster.ClusterName;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.compat.NodesRequestBase;
import org.ndd.compat.RequestBase;
import org.ndd.config.LocalAction.LocalRequest;
import org.ndd.config.NodeServices;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.config.TaskState;
import org.ndd.groups.CacheStats;
import org.ndd.groups.DuplicateSets;
import org.ndd.job.JobStore;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.PartitionReport.Phase;
import org.ndd.partition.RunPartitionAction.PartitionTask;
import org.ndd.partition.RunReports;
import org.ndd.partition.RunReports.RunCounts;
import org.ndd.partition.node.RunMetrics;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.plugin.StatsAction.NodeStats.ActiveRun;

/**
 * Returns numbers of the runs and jobs of the cluster, and of the work and the cache of duplicates of each node. Requires only the cluster
 * privilege {@code monitor}: like the tasks API, it also counts runs and jobs that the user has no right to see.
 */
public final class StatsAction
        extends TransportNodesAction<
                StatsAction.Request, StatsAction.Response, StatsAction.NodeRequest, StatsAction.NodeStats, Void> {

    public static final String NAME = "cluster:monitor/ndd/stats";

    public static final ActionType<Response> TYPE = new ActionType<>(NAME);

    static final class NodeRequest extends RequestBase {

        NodeRequest() {}

        NodeRequest(StreamInput in) throws IOException {
            super(in);
        }
    }

    private final NodeServices services;
    private final JobStore jobs;
    private final RunMetrics metrics;
    private final DuplicateSets duplicates;

    @Inject
    public StatsAction(ActionServices action, JobStore jobs, RunMetrics metrics, DuplicateSets duplicates) {
        super(
                NAME,
                action.node().cluster(),
                action.transport(),
                action.filters(),
                NodeRequest::new,
                action.node().threads().executor(ThreadPool.Names.MANAGEMENT));
        this.services = action.node();
        this.jobs = jobs;
        this.metrics = metrics;
        this.duplicates = duplicates;
    }

    @Override
    protected NodeRequest newNodeRequest(Request request) {
        return new NodeRequest();
    }

    @Override
    protected NodeStats newNodeResponse(StreamInput in, DiscoveryNode node) throws IOException {
        return new NodeStats(in, node);
    }

    @Override
    protected NodeStats nodeOperation(NodeRequest request, Task task) {
        List<ActiveRun> coordinated = new ArrayList<>();
        for (CancellableTask running :
                transportService.getTaskManager().getCancellableTasks().values()) {
            if (running instanceof PartitionTask && running.getStatus() instanceof PartitionReport report) {
                coordinated.add(ActiveRun.of(report));
            }
        }
        return new NodeStats(
                clusterService.localNode(), coordinated, metrics.current(), metrics.totals(), duplicates.stats());
    }

    @Override
    protected Response newResponse(Request request, List<NodeStats> nodes, List<FailedNodeException> failures) {
        throw new UnsupportedOperationException("the counts of the cluster are read without a blocked thread");
    }

    @Override
    protected void newResponseAsync(
            Task task,
            Request request,
            Void context,
            List<NodeStats> nodes,
            List<FailedNodeException> failures,
            ActionListener<Response> listener) {
        RunReports.count(
                services.client(),
                clusterService,
                listener.delegateFailureAndWrap((l, runs) -> JobCounts.read(
                        jobs,
                        clusterService,
                        services.threads().absoluteTimeInMillis(),
                        l.map(counts ->
                                new Response(clusterService.getClusterName(), nodes, failures, runs, counts)))));
    }

    public static final class Request extends NodesRequestBase<Request> {

        /** @param timeout maximum time to wait for each node, more than 0; {@code null} for no limit */
        public Request(TimeValue timeout) {
            super(timeout);
            if (timeout != null) {
                LocalRequest.checkTimeout(timeout);
            }
        }

        @Override
        public Task createTask(long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
            return new CancellableTask(id, type, action, "", parentTaskId, headers);
        }
    }

    public static final class Response extends BaseNodesResponse<NodeStats> implements ToXContentFragment {

        private final RunCounts runs;
        private final JobCounts jobs;

        Response(
                ClusterName cluster,
                List<NodeStats> nodes,
                List<FailedNodeException> failures,
                RunCounts runs,
                JobCounts jobs) {
            super(cluster, nodes, failures);
            this.runs = runs;
            this.jobs = jobs;
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

    /** The numbers of one node since it started. */
    static final class NodeStats extends BaseNodeResponse implements ToXContentObject {

        private final List<ActiveRun> coordinated;
        private final int runs;
        private final Map<String, Long> work;
        private final CacheStats duplicates;

        NodeStats(
                DiscoveryNode node,
                List<ActiveRun> coordinated,
                int runs,
                Map<String, Long> work,
                CacheStats duplicates) {
            super(node);
            this.coordinated = coordinated;
            this.runs = runs;
            this.work = work;
            this.duplicates = duplicates;
        }

        NodeStats(StreamInput in, DiscoveryNode node) throws IOException {
            super(in, node);
            coordinated = in.readCollectionAsList(ActiveRun::new);
            runs = in.readVInt();
            work = new TreeMap<>(in.readMap(StreamInput::readVLong));
            duplicates = new CacheStats(in);
        }

        List<ActiveRun> coordinated() {
            return coordinated;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeCollection(coordinated);
            out.writeVInt(runs);
            out.writeMap(work, StreamOutput::writeVLong);
            duplicates.writeTo(out);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject().field("name", getNode().getName());
            builder.startObject("runs").field("current", runs).field("coordinated", coordinated.size());
            for (Map.Entry<String, Long> count : work.entrySet()) {
                builder.field(count.getKey(), count.getValue());
            }
            builder.endObject();
            builder.startObject("known_duplicates").field("cache", duplicates).endObject();
            return builder.endObject();
        }

        /**
         * The progress of an active run on its coordinating node.
         *
         * @param phase the current phase
         * @param documents number of documents of the run, 0 until it is known
         * @param startedAt start of the run, in milliseconds since the epoch
         * @param tookMillis duration until the request, in milliseconds
         */
        record ActiveRun(String id, Phase phase, long documents, long startedAt, long tookMillis)
                implements Writeable, ToXContentObject {

            ActiveRun(StreamInput in) throws IOException {
                this(in.readString(), new Phase(in), in.readVLong(), in.readVLong(), in.readVLong());
            }

            static ActiveRun of(PartitionReport report) {
                return new ActiveRun(
                        report.id(),
                        report.progress().currentPhase(),
                        report.counts().get(Count.DOCUMENTS),
                        report.status().startedAt(),
                        report.status().tookMillis());
            }

            @Override
            public void writeTo(StreamOutput out) throws IOException {
                out.writeString(id);
                phase.writeTo(out);
                out.writeVLong(documents);
                out.writeVLong(startedAt);
                out.writeVLong(tookMillis);
            }

            @Override
            public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
                builder.startObject()
                        .field("id", id)
                        .field("phase", phase.name())
                        .field("documents", documents);
                builder.field("done", phase.done()).field("total", phase.total());
                builder.timestampFieldsFromUnixEpochMillis("start_time_in_millis", "start_time", startedAt);
                builder.humanReadableField(
                        "running_time_in_millis", "running_time", TimeValue.timeValueMillis(tookMillis));
                return builder.endObject();
            }
        }
    }
}
