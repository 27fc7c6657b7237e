package org.ndd.compare;

import java.io.IOException;
import java.util.stream.Stream;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;

/**
 * One side of a comparison: a document, or a page that is given whole.
 *
 * @param index index or alias of the document; null for a page
 * @param id id of the document; null for a page
 * @param routing routing of the document, or null
 * @param text plain text of the page, or null
 * @param html HTML of the page, or null
 * @param url URL of the page, or null
 */
record CompareSide(String index, String id, String routing, String text, String html, String url) implements Writeable {

    private static final ObjectParser<Builder, Void> PARSER = new ObjectParser<>("side", Builder::new);

    static {
        PARSER.declareString((b, value) -> b.index = value, new ParseField("_index"));
        PARSER.declareStringOrNull((b, value) -> b.id = value, new ParseField("_id"));
        PARSER.declareString((b, value) -> b.routing = value, new ParseField("routing", "_routing"));
        PARSER.declareString((b, value) -> b.text = value, new ParseField("text"));
        PARSER.declareString((b, value) -> b.html = value, new ParseField("html"));
        PARSER.declareString((b, value) -> b.url = value, new ParseField("url"));
    }

    CompareSide(StreamInput in) throws IOException {
        this(
                in.readOptionalString(),
                in.readOptionalString(),
                in.readOptionalString(),
                in.readOptionalString(),
                in.readOptionalString(),
                in.readOptionalString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeOptionalString(index);
        out.writeOptionalString(id);
        out.writeOptionalString(routing);
        out.writeOptionalString(text);
        out.writeOptionalString(html);
        out.writeOptionalString(url);
    }

    static CompareSide fromXContent(XContentParser parser) {
        Builder b = PARSER.apply(parser, null);
        return new CompareSide(b.index, b.id, b.routing, b.text, b.html, b.url);
    }

    /** With the index that the path names, where this side is a document that names none. */
    CompareSide inIndex(String pathIndex) {
        return id == null || index != null ? this : new CompareSide(pathIndex, id, routing, text, html, url);
    }

    boolean isDocument() {
        return id != null;
    }

    /**
     * What is wrong with this side, or null.
     *
     * @param name {@code a} or {@code b}
     */
    String error(String name) {
        long given = Stream.of(id, text, html).filter(value -> value != null).count();
        if (given != 1) {
            return "[" + name + "] must hold exactly one of [_id, text, html], but held [" + given + "]";
        }
        if (isDocument()) {
            if (id.isEmpty()) {
                return "[" + name + "._id] must be the id of a document, but was []";
            }
            if (index == null) {
                return "[" + name + "._index] must be given where the path names no index, but was [null]";
            }
            return url == null ? null : "[" + name + ".url] must be left out for a document, but was [" + url + "]";
        }
        if (index != null) {
            return "[" + name + "._index] must be left out unless [_id] is given, but was [" + index + "]";
        }
        return routing == null
                ? null
                : "[" + name + ".routing] must be left out unless [_id] is given, but was [" + routing + "]";
    }

    private static final class Builder {
        private String index;
        private String id;
        private String routing;
        private String text;
        private String html;
        private String url;
    }
}
