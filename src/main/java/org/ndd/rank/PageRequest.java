package org.ndd.rank;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.ndd.config.DocumentFields;
import org.ndd.config.MustAgree;
import org.ndd.pair.HitRequest;
import org.ndd.version.NddVersion;

/**
 * Requests the pages of hits: first the data that determines which may be near-duplicates, with short texts, then the long texts of only
 * those.
 */
final class PageRequest extends HitRequest {

    static final String NAME = "near_dup_pages";

    /** The requested part of a page. */
    enum Part {
        /** {@link PageKeys}, and the text if it is short. */
        KEYS,
        /** The text. */
        TEXT
    }

    private final DocumentFields fields;
    private final Part part;
    private final MustAgree mustAgree;

    private PageRequest(DocumentFields fields, Part part, MustAgree mustAgree) {
        super(NAME, fields, part, mustAgree);
        this.fields = fields;
        this.part = part;
        this.mustAgree = mustAgree;
    }

    static PageRequest read(StreamInput in) throws IOException {
        NddVersion.readSame(in);
        return new PageRequest(new DocumentFields(in.readString()), in.readEnum(Part.class), new MustAgree(in));
    }

    /** @param mustAgree fields whose values keep pages apart */
    static PageRequest keys(DocumentFields fields, MustAgree mustAgree) {
        return new PageRequest(fields, Part.KEYS, mustAgree);
    }

    static PageRequest texts(DocumentFields fields) {
        return new PageRequest(fields, Part.TEXT, MustAgree.NONE);
    }

    DocumentFields fields() {
        return fields;
    }

    Part part() {
        return part;
    }

    MustAgree mustAgree() {
        return mustAgree;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        NddVersion.write(out);
        out.writeString(fields.parent());
        out.writeEnum(part);
        mustAgree.writeTo(out);
    }
}
