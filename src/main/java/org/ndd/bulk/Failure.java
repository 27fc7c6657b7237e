package org.ndd.bulk;

import java.io.IOException;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * A failure of a bulk task.
 *
 * @param index index of the document, or {@code null} if the failure does not concern a document
 * @param id id of the document, or {@code null}
 * @param status status of a response with this failure
 * @param type type of the exception
 * @param reason message for people
 */
public record Failure(String index, String id, RestStatus status, String type, String reason)
        implements Writeable, ToXContentObject {

    public static Failure of(String index, String id, Exception e) {
        Throwable cause = ExceptionsHelper.unwrapCause(e);
        return new Failure(
                index,
                id,
                ExceptionsHelper.status(e),
                ElasticsearchException.getExceptionName(cause),
                String.valueOf(cause.getMessage()));
    }

    public Failure(StreamInput in) throws IOException {
        this(
                in.readOptionalString(),
                in.readOptionalString(),
                RestStatus.readFrom(in),
                in.readString(),
                in.readString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeOptionalString(index);
        out.writeOptionalString(id);
        RestStatus.writeTo(out, status);
        out.writeString(type);
        out.writeString(reason);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        if (index != null) {
            builder.field("index", index).field("id", id);
        }
        builder.field("status", status.getStatus());
        builder.startObject("cause").field("type", type).field("reason", reason).endObject();
        return builder.endObject();
    }
}
