package org.ndd.partition;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.LongSummaryStatistics;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.partition.shard.StepCounts;
import org.ndd.partition.shard.StepCounts.Count;

/**
 * The part of a run's work that one node did.
 *
 * @param node its name
 * @param counts the counts of its steps
 */
public record NodeShare(String node, StepCounts counts) implements Writeable, ToXContentObject {

    private static final List<Count> SHOWN =
            List.of(Count.DOCUMENTS, Count.COMPARISONS, Count.VERIFICATIONS, Count.WIRE_BYTES);

    public NodeShare(StreamInput in) throws IOException {
        this(in.readString(), new StepCounts(in));
    }

    /** Pairs compared, to decide groups or to verify duplicates: nearly all of a run's work that depends on how it is shared out. */
    private long pairs() {
        return counts.get(Count.COMPARISONS) + counts.get(Count.VERIFICATIONS);
    }

    /**
     * The load imbalance factor: the most pairs that a node compared, divided by the mean.
     *
     * @return 1 if all nodes did the same or no pairs were compared, up to the number of nodes if a single node did all
     */
    static double imbalance(Collection<NodeShare> shares) {
        LongSummaryStatistics pairs =
                shares.stream().mapToLong(NodeShare::pairs).summaryStatistics();
        return pairs.getSum() == 0 ? 1 : pairs.getMax() / pairs.getAverage();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(node);
        counts.writeTo(out);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject().field("node", node);
        for (Count count : SHOWN) {
            builder.field(count.key(), counts.get(count));
        }
        return builder.endObject();
    }
}
