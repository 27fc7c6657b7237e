package org.ndd.check;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.Destination;
import org.ndd.pair.DocumentName;

/** The results for documents and pages, in the order of the request. */
public final class CheckResponse extends ActionResponse implements ToXContentObject {

    private final long tookMillis;
    private final String dest;
    private final List<OfDocument> documents;
    private final List<CheckResult> pages;

    /**
     * The result for a document.
     *
     * @param name with its index, if it exists; otherwise as requested
     */
    record OfDocument(DocumentName name, CheckResult result) implements Writeable {

        OfDocument(StreamInput in) throws IOException {
            this(new DocumentName(in), new CheckResult(in));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            name.writeTo(out);
            result.writeTo(out);
        }
    }

    /**
     * @param dest the destination, or null if there is none
     * @param documents the requested ones
     * @param pages those that were given whole
     */
    CheckResponse(long tookMillis, String dest, List<OfDocument> documents, List<CheckResult> pages) {
        this.tookMillis = tookMillis;
        this.dest = dest;
        this.documents = List.copyOf(documents);
        this.pages = List.copyOf(pages);
    }

    public CheckResponse(StreamInput in) throws IOException {
        tookMillis = in.readVLong();
        dest = in.readOptionalString();
        documents = in.readCollectionAsImmutableList(OfDocument::new);
        pages = in.readCollectionAsImmutableList(CheckResult::new);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVLong(tookMillis);
        out.writeOptionalString(dest);
        out.writeCollection(documents);
        out.writeCollection(pages);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("took", tookMillis);
        if (dest != null) {
            Destination.toXContent(dest, builder);
        }
        builder.startArray("ids");
        for (OfDocument document : documents) {
            builder.startObject();
            if (document.name().index() != null) {
                builder.field("_index", document.name().index());
            }
            builder.field("_id", document.name().id());
            document.result().toXContent(builder, params);
            builder.endObject();
        }
        builder.endArray();
        builder.startArray("pages");
        for (int i = 0; i < pages.size(); i++) {
            builder.startObject();
            builder.field("position", i);
            pages.get(i).toXContent(builder, params);
            builder.endObject();
        }
        builder.endArray();
        return builder.endObject();
    }

    String dest() {
        return dest;
    }

    List<OfDocument> documents() {
        return documents;
    }

    List<CheckResult> pages() {
        return pages;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CheckResponse that
                && tookMillis == that.tookMillis
                && Objects.equals(dest, that.dest)
                && documents.equals(that.documents)
                && pages.equals(that.pages);
    }

    @Override
    public int hashCode() {
        return Objects.hash(tookMillis, dest, documents, pages);
    }
}
