package org.ndd.template;

import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * {@code GET /{index}/_ndd/templates/{site}}: the lines of a template. Needs {@code read} on the index and on its index
 * of templates.
 */
public final class GetTemplateAction {

    public static final ActionType<Response> TYPE = new ActionType<>("indices:data/read/ndd/templates/get");

    private GetTemplateAction() {}

    /** The template. */
    public static final class Response extends ActionResponse implements ToXContentObject {

        private final StoredTemplate template;

        public Response(StoredTemplate template) {
            this.template = Objects.requireNonNull(template);
        }

        public Response(StreamInput in) throws IOException {
            template = new StoredTemplate(in);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            template.writeTo(out);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            return template.toXContent(builder, params);
        }

        public StoredTemplate template() {
            return template;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Response that && template.equals(that.template);
        }

        @Override
        public int hashCode() {
            return template.hashCode();
        }
    }
}
