package org.ndd.stats;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.support.nodes.BaseNodeResponse;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.CacheStats;

/** The numbers of one node since it started. */
final class NodeStats extends BaseNodeResponse implements ToXContentObject {

    private final List<ActiveRun> coordinated;
    private final int runs;
    private final Map<String, Long> work;
    private final CacheStats duplicates;

    /**
     * @param coordinated the runs that this node coordinates
     * @param runs number of runs in which the node participates
     * @param work totals of the work of runs, by the names of their metrics
     * @param duplicates numbers of the cache of ids of duplicates
     */
    NodeStats(
            DiscoveryNode node, List<ActiveRun> coordinated, int runs, Map<String, Long> work, CacheStats duplicates) {
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

    NodeStats(StreamInput in) throws IOException {
        this(in, null);
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
}
