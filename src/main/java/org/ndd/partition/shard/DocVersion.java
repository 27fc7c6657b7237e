package org.ndd.partition.shard;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * The version of a document that was compared: a write on this condition fails if the document was changed after that.
 *
 * @param seqNo number of the operation that wrote it
 * @param primaryTerm of the shard at that time
 */
public record DocVersion(long seqNo, long primaryTerm) implements Writeable {

    DocVersion(StreamInput in) throws IOException {
        this(in.readZLong(), in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeZLong(seqNo);
        out.writeVLong(primaryTerm);
    }
}
