package org.ndd.pair;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.ndd.config.DocumentFields;

/** Requests the pages of hits with their texts. */
public final class StoredPageRequest extends HitRequest {

    public static final String NAME = "near_dup_stored_page";

    private final DocumentFields fields;

    /** @param fields of the processor */
    public StoredPageRequest(DocumentFields fields) {
        super(NAME, fields);
        this.fields = fields;
    }

    public StoredPageRequest(StreamInput in) throws IOException {
        this(new DocumentFields(in.readString()));
    }

    DocumentFields fields() {
        return fields;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(fields.parent());
    }
}
