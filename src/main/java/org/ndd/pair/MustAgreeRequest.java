package org.ndd.pair;

import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.MustAgree;

/**
 * Requests from the shards, in a search of the plugin, the values that keep hits apart. Users cannot write it: requests have no parser for
 * it.
 */
public final class MustAgreeRequest extends SearchExtBuilder {

    public static final String NAME = "near_dup_apart";

    private final MustAgree mustAgree;

    public MustAgreeRequest(MustAgree mustAgree) {
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
        return other instanceof MustAgreeRequest that && mustAgree.equals(that.mustAgree);
    }

    @Override
    public int hashCode() {
        return Objects.hash(mustAgree);
    }
}
