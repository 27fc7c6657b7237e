package org.ndd.job.update;

import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.DocumentFields;
import org.ndd.core.group.CanonicalRules;
import org.ndd.partition.plan.CanonicalOptions;

/**
 * Requests from the shards, in a search of a checkpoint, the values of hits that canonical document rules compare. Users cannot write it:
 * requests have no parser for it.
 */
public final class CandidateRequest extends SearchExtBuilder {

    public static final String NAME = "near_dup_candidate";

    private final DocumentFields fields;
    private final CanonicalRules canonicals;

    CandidateRequest(DocumentFields fields, CanonicalRules canonicals) {
        this.fields = fields;
        this.canonicals = canonicals;
    }

    public CandidateRequest(StreamInput in) throws IOException {
        this(new DocumentFields(in.readString()), CanonicalOptions.readFrom(in));
    }

    DocumentFields fields() {
        return fields;
    }

    CanonicalRules canonicals() {
        return canonicals;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(fields.parent());
        CanonicalOptions.writeTo(canonicals, out);
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
        return other instanceof CandidateRequest that
                && fields.equals(that.fields)
                && canonicals.equals(that.canonicals);
    }

    @Override
    public int hashCode() {
        return Objects.hash(fields, canonicals);
    }
}
