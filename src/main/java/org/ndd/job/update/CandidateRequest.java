package org.ndd.job.update;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.ndd.config.DocumentFields;
import org.ndd.core.group.CanonicalRules;
import org.ndd.pair.HitRequest;
import org.ndd.partition.plan.CanonicalOptions;

/** Requests the values of hits that canonical document rules compare, in a search of a checkpoint. */
public final class CandidateRequest extends HitRequest {

    public static final String NAME = "near_dup_candidate";

    private final DocumentFields fields;
    private final CanonicalRules canonicals;

    CandidateRequest(DocumentFields fields, CanonicalRules canonicals) {
        super(NAME, fields, canonicals);
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
}
