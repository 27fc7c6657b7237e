package org.ndd.partition.wire;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * The node or shard that a request is for.
 *
 * @param run id of the run
 * @param attempt which attempt at the run asks: a node that knows a newer one does not answer an older one
 * @param shard ordinal of the shard in the run's plan, or {@link #NODE} where the question is for the node
 */
public record RunAddress(String run, long attempt, int shard) implements Writeable {

    /** Not a shard: the node itself. */
    public static final int NODE = -1;

    public RunAddress(StreamInput in) throws IOException {
        this(in.readString(), in.readVLong(), in.readVInt() - 1);
    }

    /** The node's part in a run. */
    public static RunAddress node(String run, long attempt) {
        return new RunAddress(run, attempt, NODE);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(run);
        out.writeVLong(attempt);
        out.writeVInt(shard + 1);
    }
}
