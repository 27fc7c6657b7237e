package org.ndd.job.changes;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.seqno.SequenceNumbers;

/**
 * How far the history of a shard was read.
 *
 * @param seqNo sequence number of the last operation that was read; all before it were, too. -1 if none was
 * @param historyUuid of the history: in another history, such as that of an index restored from a snapshot, the same numbers mean other
 *     operations; {@code null} if it is not known: then the current history of the shard is assumed
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

    /** Whether it may be of a history. */
    boolean isOf(String history) {
        return historyUuid == null || historyUuid.equals(history);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeZLong(seqNo);
        out.writeOptionalString(historyUuid);
    }
}
