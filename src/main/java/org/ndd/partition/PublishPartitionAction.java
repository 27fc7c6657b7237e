package org.ndd.partition;

import java.io.IOException;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Shows the groups of a complete run under its destination, in one step: of a run that did not publish them itself, or of an earlier
 * one, which undoes a later one.
 */
public final class PublishPartitionAction extends ActionType<PublishPartitionAction.Response> {

    public static final String NAME = "cluster:admin/ndd/partition/publish";

    public static final PublishPartitionAction INSTANCE = new PublishPartitionAction();

    private PublishPartitionAction() {
        super(NAME);
    }

    /** What the destination shows now, and what it showed before. */
    public static final class Response extends ActionResponse implements ToXContentObject {

        private final String id;
        private final String dest;
        private final String replaced;

        /** @param replaced the run that was shown before; {@code null} where none was */
        Response(String id, String dest, String replaced) {
            this.id = id;
            this.dest = dest;
            this.replaced = replaced;
        }

        public Response(StreamInput in) throws IOException {
            this(in.readString(), in.readString(), in.readOptionalString());
        }

        /** The run that was shown before, or {@code null}. */
        public String replaced() {
            return replaced;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(id);
            out.writeString(dest);
            out.writeOptionalString(replaced);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject().field("id", id).field("dest", dest);
            return builder.field("replaced", replaced).endObject();
        }
    }
}
