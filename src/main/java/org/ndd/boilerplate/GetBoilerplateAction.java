package org.ndd.boilerplate;

import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * {@code GET /{index}/_ndd/boilerplate/{site}}: the lines of boilerplate. Needs {@code read} on the index and on its index
 * of boilerplate.
 */
public final class GetBoilerplateAction {

    public static final ActionType<Response> TYPE = new ActionType<>("indices:data/read/ndd/boilerplate/get");

    private GetBoilerplateAction() {}

    /** The boilerplate. */
    public static final class Response extends ActionResponse implements ToXContentObject {

        private final StoredBoilerplate boilerplate;

        public Response(StoredBoilerplate boilerplate) {
            this.boilerplate = Objects.requireNonNull(boilerplate);
        }

        public Response(StreamInput in) throws IOException {
            boilerplate = new StoredBoilerplate(in);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            boilerplate.writeTo(out);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            return boilerplate.toXContent(builder, params);
        }

        public StoredBoilerplate boilerplate() {
            return boilerplate;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Response that && boilerplate.equals(that.boilerplate);
        }

        @Override
        public int hashCode() {
            return boilerplate.hashCode();
        }
    }
}
