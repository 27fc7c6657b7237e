package org.ndd.boilerplate;

import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.LocalResponse;

/**
 * {@code GET /{index}/_ndd/boilerplate/{site}}: the lines of boilerplate. Needs {@code read} on the index and on its index
 * of boilerplate.
 */
public final class GetBoilerplateAction {

    public static final ActionType<Response> TYPE = new ActionType<>("indices:data/read/ndd/boilerplate/get");

    private GetBoilerplateAction() {}

    /** The boilerplate. */
    public static final class Response extends LocalResponse {

        private final StoredBoilerplate boilerplate;

        public Response(StoredBoilerplate boilerplate) {
            this.boilerplate = Objects.requireNonNull(boilerplate);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            return boilerplate.toXContent(builder, params);
        }

        public StoredBoilerplate boilerplate() {
            return boilerplate;
        }
    }
}
