package org.ndd.job.changes;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.seqno.SequenceNumbers;

/**
 * The position up to which the history of a shard was read.
 *
 * @param seqNo sequence number of the last operation that was read, after all operations before it; -1 if none was read
 * @param historyUuid UUID of the history. In another history, as after a restore from a snapshot, the same numbers belong to other
 *     operations. {@code null} if it is not known: the current history of the shard is then assumed
 */
public record ShardPosition(long seqNo, String historyUuid) implements Writeable {

    public ShardPosition {
        if (seqNo < SequenceNumbers.NO_OPS_PERFORMED) {
            throw new IllegalArgumentException("[seq_no] must be at least -1, but was [" + seqNo + "]");
        }
    }

    public ShardPosition(StreamInput in) throws IOException {
        this(in.readZLong(), in.readOptionalString());
    }

    /** Returns whether the position can be in a history. */
    boolean isInHistory(String history) {
        return historyUuid == null || historyUuid.equals(history);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeZLong(seqNo);
        out.writeOptionalString(historyUuid);
    }
}
