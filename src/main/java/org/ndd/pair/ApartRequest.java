package org.ndd.pair;

import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.ApartBy;

/**
 * Requests from the shards, in a search of the plugin, the values that keep hits apart. Users cannot write it: requests have no parser for
 * it.
 */
public final class ApartRequest extends SearchExtBuilder {

    public static final String NAME = "near_dup_apart";

    private final ApartBy apartBy;

    public ApartRequest(ApartBy apartBy) {
        this.apartBy = apartBy;
    }

    public ApartRequest(StreamInput in) throws IOException {
        this(new ApartBy(in));
    }

    ApartBy apartBy() {
        return apartBy;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        apartBy.writeTo(out);
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
        return other instanceof ApartRequest that && apartBy.equals(that.apartBy);
    }

    @Override
    public int hashCode() {
        return Objects.hash(apartBy);
    }
}
