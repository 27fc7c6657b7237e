package org.ndd.pair;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.analysis.MarkupDetector;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.config.BodyFields;
import org.ndd.config.MustAgree;
import org.ndd.pair.InlinePage.InlineContent;

/**
 * The source of a page in a request: a document, or content of the page.
 *
 * @param index index or alias of the document; null for content
 * @param id id of the document; null for content
 * @param routing routing of the document, or null
 * @param page content of the page; empty for a document
 */
public record PageSource(String index, String id, String routing, InlinePage page)
        implements Writeable, ToXContentObject {

    private static final ObjectParser<Builder, Void> PARSER = new ObjectParser<>("document", Builder::new);

    static {
        PARSER.declareString((b, value) -> b.index = value, new ParseField("_index"));
        PARSER.declareStringOrNull((b, value) -> b.id = value, new ParseField("_id"));
        PARSER.declareString((b, value) -> b.routing = value, new ParseField("routing", "_routing"));
        declareContent(PARSER, b -> b);
        PARSER.declareObject((b, value) -> b.fields = value, (p, c) -> fields(p.map()), new ParseField("fields"));
    }

    /**
     * Declares the content of a page as keys of another object.
     *
     * @param of returns the builder that collects the content
     */
    public static <T> void declareContent(ObjectParser<T, Void> parser, Function<T, Builder> of) {
        parser.declareString((b, value) -> of.apply(b).text = value, new ParseField("text"));
        parser.declareString((b, value) -> of.apply(b).html = value, new ParseField("html"));
        BodyFields.declareTexts(parser, (b, value) -> of.apply(b).input = value, new ParseField("input"));
        parser.declareString((b, value) -> of.apply(b).format = Format.of(value), new ParseField("format"));
        parser.declareString((b, value) -> of.apply(b).url = value, new ParseField("url"));
        parser.declareString((b, value) -> of.apply(b).title = value, new ParseField("title"));
        parser.declareString((b, value) -> of.apply(b).site = value, new ParseField("site"));
    }

    /** Creates content of text or HTML without title, site and fields. */
    public PageSource(String index, String id, String routing, String text, String html, String url) {
        this(index, id, routing, new InlinePage(new InlineContent(text, html), url));
    }

    private static Map<String, List<String>> fields(Map<String, Object> typed) {
        Map<String, List<String>> fields = new TreeMap<>();
        typed.forEach((name, value) -> {
            List<?> values = value instanceof List<?> list ? list : Collections.singletonList(value);
            for (Object one : values) {
                if ((one instanceof String || one instanceof Number || one instanceof Boolean) == false) {
                    throw new IllegalArgumentException(
                            "[fields] must hold strings, numbers and booleans, or lists of these, but was [" + one
                                    + "]");
                }
            }
            fields.put(name, values.stream().map(MustAgreeFields::text).toList());
        });
        return fields;
    }

    /** Returns the values of fields, in the order of {@code must_agree}; empty lists for missing fields. */
    public List<List<String>> values(MustAgree mustAgree) {
        return page.values(mustAgree);
    }

    public PageSource(StreamInput in) throws IOException {
        this(in.readOptionalString(), in.readOptionalString(), in.readOptionalString(), new InlinePage(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeOptionalString(index);
        out.writeOptionalString(id);
        out.writeOptionalString(routing);
        page.writeTo(out);
    }

    /**
     * Parses an object such as {@code {"_id": "1"}}, or a text; {@link #error} checks its content. If the text looks like HTML, the
     * response gets a warning.
     */
    public static PageSource fromXContent(XContentParser parser) throws IOException {
        if (parser.currentToken() == XContentParser.Token.VALUE_STRING) {
            String text = parser.text();
            warnOfMarkup(text);
            return new PageSource(null, null, null, text, null, null);
        }
        BodyFields.requireObject(parser, "document", "be a text or an object");
        Builder b = PARSER.apply(parser, null);
        warnOfMarkup(b.text);
        return new PageSource(b.index, b.id, b.routing, b.page());
    }

    /** With its tags, a copy of a page has hardly any fingerprint of the page. */
    private static void warnOfMarkup(String text) {
        if (text != null && MarkupDetector.looksLikeHtml(text)) {
            HeaderWarning.addWarning("[text] looks like HTML, whose tags count as text: use [html] or [input]");
        }
    }

    /** Returns this source in an index if it is a document without an index; otherwise unchanged. */
    public PageSource inIndex(String other) {
        return id == null || index != null ? this : new PageSource(other, id, routing, page);
    }

    public PageSource withoutText() {
        return isDocument() ? this : new PageSource(null, null, null, page.withoutText());
    }

    /** Returns the number of characters of content; 0 for a document. */
    public long givenLength() {
        return isDocument()
                ? 0
                : page.content().parts().stream().mapToLong(String::length).sum();
    }

    public boolean isDocument() {
        return id != null;
    }

    /**
     * Checks the values. A document without index is valid, because the caller may have a default.
     *
     * @param name name of the parameter that contains it, such as {@code a}
     * @param mustAgree fields whose values it may contain
     * @throws IllegalArgumentException if a value is invalid
     */
    public void check(String name, MustAgree mustAgree) {
        long given = page.content().count() + (id == null ? 0 : 1);
        if (given != 1) {
            throw new IllegalArgumentException(
                    "[" + name + "] must hold exactly one of [_id, text, html, input], but held [" + given + "]");
        }
        page.content().check(name + ".");
        if (isDocument()) {
            page.checkOmitted(name);
            if (id.isEmpty()) {
                throw new IllegalArgumentException("[" + name + "._id] must be the id of a document, but was []");
            }
        } else {
            page.checkFields(name, "fields that [must_agree] names", mustAgree.fields());
            requireNull(name, "_index", "unless [_id] is given", index);
            requireNull(name, "routing", "unless [_id] is given", routing);
        }
    }

    static void requireNull(String name, String field, String condition, String value) {
        if (value != null) {
            throw new IllegalArgumentException(
                    "[" + name + "." + field + "] must be omitted " + condition + ", but was [" + value + "]");
        }
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        field(builder, "_index", index);
        field(builder, "_id", id);
        field(builder, "routing", routing);
        page.toXContent(builder, params);
        return builder.endObject();
    }

    static void field(XContentBuilder builder, String name, String value) throws IOException {
        if (value != null) {
            builder.field(name, value);
        }
    }

    /** Collects the content of a page, and the document, of a request. */
    public static final class Builder {
        private String index;
        private String id;
        private String routing;
        private String text;
        private String html;
        private List<String> input;
        private Format format;
        private String url;
        private String title;
        private String site;
        private Map<String, List<String>> fields = Map.of();

        /** Returns the content; {@link InlineContent#count} and {@link InlineContent#error} check it. */
        public InlinePage page() {
            return new InlinePage(new InlineContent(text, html, input, format), url, title, site, fields);
        }
    }
}
