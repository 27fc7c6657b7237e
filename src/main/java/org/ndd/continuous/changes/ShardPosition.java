package org.ndd.continuous.changes;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * How far the changes of a shard are known.
 *
 * @param seqNo the last operation that is known; −1 before the first
 * @param historyUUID the history of the shard that the number belongs to; {@code null} where that is not known yet
 */
public record ShardPosition(long seqNo, String historyUUID) implements Writeable {

    public ShardPosition(StreamInput in) throws IOException {
        this(in.readZLong(), in.readOptionalString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeZLong(seqNo);
        out.writeOptionalString(historyUUID);
    }
}
