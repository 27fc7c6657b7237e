package org.ndd.check;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.DocumentName;
import org.ndd.config.LocalResponse;
import org.ndd.groups.Destination;

/** Returns the results for documents and pages, in the order of the request. */
public final class CheckResponse extends LocalResponse {

    private final long tookMillis;
    private final String dest;
    private final List<OfDocument> documents;
    private final List<CheckResult> pages;

    /**
     * The result for a document.
     *
     * @param name name of the document, with its index if it exists; otherwise as requested
     */
    record OfDocument(DocumentName name, CheckResult result) {}

    /**
     * @param dest destination, or null if there is none
     * @param documents results of the requested documents
     * @param pages results of the pages given by content
     */
    CheckResponse(long tookMillis, String dest, List<OfDocument> documents, List<CheckResult> pages) {
        this.tookMillis = tookMillis;
        this.dest = dest;
        this.documents = List.copyOf(documents);
        this.pages = List.copyOf(pages);
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
        builder.startArray("documents");
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
}
