package org.ndd.job.changes;

import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * A document with an operation, in the state after its last operation.
 *
 * @param id of the document, which the user may not be allowed to see
 * @param routing of the document; {@code null} if it has none, and if it was deleted, as Elasticsearch does not keep it then
 * @param deleted whether the last operation deleted it
 */
public record ChangedDocument(String id, String routing, boolean deleted) implements Writeable {

    public ChangedDocument {
        Objects.requireNonNull(id);
    }

    ChangedDocument(StreamInput in) throws IOException {
        this(in.readString(), in.readOptionalString(), in.readBoolean());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(id);
        out.writeOptionalString(routing);
        out.writeBoolean(deleted);
    }
}
