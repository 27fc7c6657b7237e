package org.ndd.rank;

import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.DocumentFields;
import org.ndd.config.MustAgree;
import org.ndd.version.NddVersion;

/**
 * Requests the pages of hits from the shards, in searches of the plugin: first the data that determines which may be near-duplicates, with
 * short texts, then the long texts of only those. Users cannot write it: requests have no parser for it.
 */
final class PageRequest extends SearchExtBuilder {

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
        this.fields = fields;
        this.part = part;
        this.mustAgree = mustAgree;
    }

    PageRequest(StreamInput in) throws IOException {
        NddVersion.readSame(in);
        fields = new DocumentFields(in.readString());
        part = in.readEnum(Part.class);
        mustAgree = new MustAgree(in);
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

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) {
        return builder;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PageRequest that
                && fields.equals(that.fields)
                && part == that.part
                && mustAgree.equals(that.mustAgree);
    }

    @Override
    public int hashCode() {
        return Objects.hash(fields, part, mustAgree);
    }
}
