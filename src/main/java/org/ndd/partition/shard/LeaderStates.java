package org.ndd.partition.shard;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * Whom some documents follow, with the rank of the one they follow.
 *
 * @param refs the leader of each document that was asked for, itself where it leads, {@link DocRef#NONE} where that is not decided yet
 * @param high upper half of the leader's rank
 * @param low lower half of the leader's rank
 * @param keys what keeps the leader apart
 */
public record LeaderStates(long[] refs, long[] high, long[] low, KeyList keys) implements Writeable {

    public LeaderStates(StreamInput in) throws IOException {
        this(in.readLongArray(), in.readLongArray(), in.readLongArray(), new KeyList(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeLongArray(refs);
        out.writeLongArray(high);
        out.writeLongArray(low);
        keys.writeTo(out);
    }
}
