package org.ndd.partition.shard;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * The data of a document for comparisons.
 *
 * @param text canonical text; empty if the document has none or the user of the run may not see it
 * @param title as people read it; empty if the document has none
 * @param site its site, or {@code null}
 */
public record StoredPage(String text, String title, String site) implements Writeable {

    public StoredPage(StreamInput in) throws IOException {
        this(in.readString(), in.readString(), in.readOptionalString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(text);
        out.writeString(title);
        out.writeOptionalString(site);
    }
}
