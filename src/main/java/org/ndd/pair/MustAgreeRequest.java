package org.ndd.pair;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.ndd.config.MustAgree;

/** Requests the values that keep hits apart. */
public final class MustAgreeRequest extends HitRequest {

    public static final String NAME = "near_dup_apart";

    private final MustAgree mustAgree;

    public MustAgreeRequest(MustAgree mustAgree) {
        super(NAME, mustAgree);
        this.mustAgree = mustAgree;
    }

    public MustAgreeRequest(StreamInput in) throws IOException {
        this(new MustAgree(in));
    }

    MustAgree mustAgree() {
        return mustAgree;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        mustAgree.writeTo(out);
    }
}
