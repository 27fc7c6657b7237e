package org.ndd.config;

import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * A response with a body of any type, usually a record, because responses of Elasticsearch are classes.
 *
 * @param <B> type of the body
 */
public final class BodyResponse<B extends ToXContentObject> extends LocalResponse {

    private final B body;

    public BodyResponse(B body) {
        this.body = Objects.requireNonNull(body);
    }

    public B body() {
        return body;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        return body.toXContent(builder, params);
    }
}
