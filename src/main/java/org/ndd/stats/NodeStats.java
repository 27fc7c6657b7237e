package org.ndd.stats;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.action.support.nodes.BaseNodeResponse;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.CacheStats;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.shard.StepCounts.Count;

/** The numbers of one node since it started. */
final class NodeStats extends BaseNodeResponse implements ToXContentObject {

    private final List<ActiveRun> coordinated;
    private final int runs;
    private final Map<String, Long> work;
    private final CacheStats duplicates;

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
     * @param documents number of documents of the run, 0 until it is known
     * @param done completed units of work of the phase
     * @param total known units of work of the phase
     * @param startedAt start of the run, in milliseconds since the epoch
     * @param tookMillis duration until the request, in milliseconds
     */
    record ActiveRun(String id, String phase, long documents, long done, long total, long startedAt, long tookMillis)
            implements Writeable, ToXContentObject {

        ActiveRun(StreamInput in) throws IOException {
            this(
                    in.readString(),
                    in.readString(),
                    in.readVLong(),
                    in.readVLong(),
                    in.readVLong(),
                    in.readVLong(),
                    in.readVLong());
        }

        static ActiveRun of(PartitionReport report) {
            long done = 0;
            long total = 0;
            for (PartitionReport.Phase phase : report.progress().phases()) {
                if (phase.name().equals(report.progress().phase())) {
                    done = phase.done();
                    total = phase.total();
                }
            }
            return new ActiveRun(
                    report.id(),
                    report.progress().phase(),
                    report.counts().get(Count.DOCUMENTS),
                    done,
                    total,
                    report.status().startedAt(),
                    report.status().tookMillis());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(id);
            out.writeString(phase);
            out.writeVLong(documents);
            out.writeVLong(done);
            out.writeVLong(total);
            out.writeVLong(startedAt);
            out.writeVLong(tookMillis);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject().field("id", id).field("phase", phase).field("documents", documents);
            builder.field("done", done).field("total", total);
            builder.timestampFieldsFromUnixEpochMillis("start_time_in_millis", "start_time", startedAt);
            builder.humanReadableField("running_time_in_millis", "running_time", TimeValue.timeValueMillis(tookMillis));
            return builder.endObject();
        }
    }
}
