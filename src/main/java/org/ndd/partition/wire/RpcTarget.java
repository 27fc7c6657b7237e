package org.ndd.partition.wire;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * The node or shard of a request.
 *
 * @param run id of the run
 * @param attempt the attempt of the run that sends the request; a node with a newer attempt rejects requests of an older one
 * @param shard ordinal of the shard in the run's plan, or {@link #NODE} for a request to the node
 */
public record RpcTarget(String run, long attempt, int shard) implements Writeable {

    /** Value of {@code shard} for a request to the node itself. */
    public static final int NODE = -1;

    public RpcTarget(StreamInput in) throws IOException {
        this(in.readString(), in.readVLong(), in.readVInt() - 1);
    }

    /** Returns the target for a node's part in a run. */
    public static RpcTarget node(String run, long attempt) {
        return new RpcTarget(run, attempt, NODE);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(run);
        out.writeVLong(attempt);
        out.writeVInt(shard + 1);
    }
}
