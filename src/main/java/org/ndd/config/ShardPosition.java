package org.ndd.config;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.seqno.SequenceNumbers;

/**
 * The position up to which the history of a shard was read.
 *
 * @param seqNo sequence number of the last operation that was read, after all operations before it; -1 if none was read
 * @param historyUuid UUID of the history. In another history, as after a restore from a snapshot or the forced allocation of a stale or
 *     empty copy, the same numbers belong to other operations
 */
public record ShardPosition(long seqNo, String historyUuid) implements Writeable {

    public ShardPosition {
        if (seqNo < SequenceNumbers.NO_OPS_PERFORMED) {
            throw new IllegalArgumentException("[seq_no] must be at least -1, but was [" + seqNo + "]");
        }
    }

    public ShardPosition(StreamInput in) throws IOException {
        this(in.readZLong(), in.readString());
    }

    public boolean isInHistory(String history) {
        return historyUuid.equals(history);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeZLong(seqNo);
        out.writeString(historyUuid);
    }
}
