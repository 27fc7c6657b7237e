package org.ndd.job.changes;

import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * A document with an operation, in the state after its last operation.
 *
 * @param id id of the document, which the user may have no right to see
 * @param routing routing value; {@code null} if the document has none, or was deleted: Elasticsearch does not keep the routing of
 *     deleted documents
 * @param deleted whether the last operation deleted the document
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
