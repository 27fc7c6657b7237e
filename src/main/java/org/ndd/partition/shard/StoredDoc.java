package org.ndd.partition.shard;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * The routing and the version of a document that was compared: a write on this condition fails if the document was changed after that.
 *
 * @param routing with which the document was indexed, or {@code null}
 * @param seqNo number of the operation that wrote it
 * @param primaryTerm of the shard at that time
 */
public record StoredDoc(String routing, long seqNo, long primaryTerm) implements Writeable {

    StoredDoc(StreamInput in) throws IOException {
        this(in.readOptionalString(), in.readZLong(), in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeOptionalString(routing);
        out.writeZLong(seqNo);
        out.writeVLong(primaryTerm);
    }
}
