package org.ndd.config;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.seqno.SequenceNumbers;

/**
 * The position up to which the history of a shard was read.
 *
 * @param seqNo sequence number of the last operation that was read; -1 if none was read
 * @param complete sequence number up to which all operations were read: {@code seqNo}, or a smaller one if the last operations were not yet
 *     on all copies of the shard. Of those, some may have been missing on the copy that was read, or may be replaced by others if the
 *     primary is lost
 * @param historyUuid UUID of the history. In another history, as after a restore from a snapshot or the forced allocation of a stale or
 *     empty copy, the same numbers belong to other operations
 */
public record ShardPosition(long seqNo, long complete, String historyUuid) implements Writeable {

    public ShardPosition {
        if (seqNo < SequenceNumbers.NO_OPS_PERFORMED) {
            throw new IllegalArgumentException("[seq_no] must be at least -1, but was [" + seqNo + "]");
        }
        complete = Math.max(SequenceNumbers.NO_OPS_PERFORMED, Math.min(complete, seqNo));
    }

    /** Creates a position before which all operations were read. */
    public ShardPosition(long seqNo, String historyUuid) {
        this(seqNo, seqNo, historyUuid);
    }

    public ShardPosition(StreamInput in) throws IOException {
        this(in.readZLong(), in.readZLong(), in.readString());
    }

    /** Returns the position before which all operations were read. */
    public ShardPosition completePart() {
        return new ShardPosition(complete, historyUuid);
    }

    public boolean isInHistory(String history) {
        return historyUuid.equals(history);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeZLong(seqNo);
        out.writeZLong(complete);
        out.writeString(historyUuid);
    }
}
