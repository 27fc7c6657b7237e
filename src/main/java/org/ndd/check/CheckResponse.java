package org.ndd.check;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.DocumentName;
import org.ndd.groups.Destination;

/**
 * Returns the results for documents and pages, in the order of the request.
 *
 * @param dest destination, or null if there is none
 * @param documents results of the requested documents
 * @param pages results of the pages given by content
 */
public record CheckResponse(long tookMillis, String dest, List<OfDocument> documents, List<CheckResult> pages)
        implements ToXContentObject {

    /**
     * The result for a document.
     *
     * @param name name of the document, with its index if it exists; otherwise as requested
     */
    record OfDocument(DocumentName name, CheckResult result) {}

    public CheckResponse {
        documents = List.copyOf(documents);
        pages = List.copyOf(pages);
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
}
