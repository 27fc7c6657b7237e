package org.ndd.rank;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.ndd.config.DocumentFields;
import org.ndd.config.MustAgree;
import org.ndd.pair.HitRequest;
import org.ndd.version.NddVersion;

/**
 * Requests the data of hits that determines which may be near-duplicates ({@link PageKeys}), with short texts. The long texts of only those
 * are requested later.
 */
final class PageRequest extends HitRequest {

    static final String NAME = "near_dup_pages";

    private final DocumentFields fields;
    private final MustAgree mustAgree;

    /** @param mustAgree fields whose values keep pages apart */
    PageRequest(DocumentFields fields, MustAgree mustAgree) {
        super(NAME, fields, mustAgree);
        this.fields = fields;
        this.mustAgree = mustAgree;
    }

    static PageRequest read(StreamInput in) throws IOException {
        NddVersion.readSame(in);
        return new PageRequest(new DocumentFields(in.readString()), new MustAgree(in));
    }

    DocumentFields fields() {
        return fields;
    }

    MustAgree mustAgree() {
        return mustAgree;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        NddVersion.write(out);
        out.writeString(fields.parent());
        mustAgree.writeTo(out);
    }
}
