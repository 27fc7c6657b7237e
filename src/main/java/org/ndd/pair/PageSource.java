package org.ndd.pair;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.config.MustAgree;

/**
 * Where a page comes from, as users type it: a document, or a page that is given whole.
 *
 * @param index index or alias of the document; null for a page
 * @param id id of the document; null for a page
 * @param routing routing of the document, or null
 * @param text plain text of the page, or null
 * @param html HTML of the page, or null
 * @param input the page as the processor takes it, one part for each of its fields, or null
 * @param format format of {@code input}; null if that is null, or for the processor's default
 * @param url URL of the page, or null
 * @param title title of the page, before one that its HTML has; or null
 * @param site site of the page, before the host of its URL; or null
 * @param fields values by name of a field, of a page that is given whole: they keep it apart from others
 */
public record PageSource(
        String index,
        String id,
        String routing,
        String text,
        String html,
        List<String> input,
        Format format,
        String url,
        String title,
        String site,
        Map<String, List<String>> fields)
        implements Writeable, ToXContentObject {

    private static final ObjectParser<Builder, Void> PARSER = new ObjectParser<>("document", Builder::new);

    static {
        PARSER.declareString((b, value) -> b.index = value, new ParseField("_index"));
        PARSER.declareStringOrNull((b, value) -> b.id = value, new ParseField("_id"));
        PARSER.declareString((b, value) -> b.routing = value, new ParseField("routing", "_routing"));
        PARSER.declareString((b, value) -> b.text = value, new ParseField("text"));
        PARSER.declareString((b, value) -> b.html = value, new ParseField("html"));
        PARSER.declareStringArray((b, value) -> b.input = value, new ParseField("input"));
        PARSER.declareString((b, value) -> b.format = Format.of(value), new ParseField("format"));
        PARSER.declareString((b, value) -> b.url = value, new ParseField("url"));
        PARSER.declareString((b, value) -> b.title = value, new ParseField("title"));
        PARSER.declareString((b, value) -> b.site = value, new ParseField("site"));
        PARSER.declareObject((b, value) -> b.fields = value, (p, c) -> fields(p.map()), new ParseField("fields"));
    }

    public PageSource {
        fields = Map.copyOf(fields);
        input = input == null ? null : List.copyOf(input);
    }

    /** A page of text or HTML without title, site and fields. */
    public PageSource(String index, String id, String routing, String text, String html, String url) {
        this(index, id, routing, text, html, null, null, url, null, null, Map.of());
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

    /** The values of fields, in their order; empty lists if there are none. */
    public List<List<String>> values(MustAgree mustAgree) {
        return mustAgree.fields().stream()
                .map(name -> fields.getOrDefault(name, List.of()))
                .toList();
    }

    public PageSource(StreamInput in) throws IOException {
        this(
                in.readOptionalString(),
                in.readOptionalString(),
                in.readOptionalString(),
                in.readOptionalString(),
                in.readOptionalString(),
                in.readOptionalStringCollectionAsList(),
                in.readOptionalEnum(Format.class),
                in.readOptionalString(),
                in.readOptionalString(),
                in.readOptionalString(),
                in.readMap(StreamInput::readStringCollectionAsList));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeOptionalString(index);
        out.writeOptionalString(id);
        out.writeOptionalString(routing);
        out.writeOptionalString(text);
        out.writeOptionalString(html);
        out.writeOptionalStringCollection(input);
        out.writeOptionalEnum(format);
        out.writeOptionalString(url);
        out.writeOptionalString(title);
        out.writeOptionalString(site);
        out.writeMap(fields, StreamOutput::writeStringCollection);
    }

    /** Reads an object such as {@code {"_id": "1"}}, or a text; {@link #error} checks its content. */
    public static PageSource fromXContent(XContentParser parser) throws IOException {
        if (parser.currentToken() == XContentParser.Token.VALUE_STRING) {
            return new PageSource(null, null, null, parser.text(), null, null);
        }
        Builder b = PARSER.apply(parser, null);
        return new PageSource(
                b.index, b.id, b.routing, b.text, b.html, b.input, b.format, b.url, b.title, b.site, b.fields);
    }

    /** The same in an index, if this is a document without an index. */
    public PageSource inIndex(String other) {
        return id == null || index != null
                ? this
                : new PageSource(other, id, routing, text, html, input, format, url, title, site, fields);
    }

    /** The same page without its text; the rest still shows the kind of the text. */
    public PageSource withoutText() {
        return isDocument() ? this : new PageSource(null, null, null, "", null, null, null, url, title, site, fields);
    }

    /** What there is to read of a page that is given whole. */
    PageInput given() {
        List<String> parts = input != null ? input : List.of(html != null ? html : text);
        return new PageInput(parts, url, title, site);
    }

    /** Characters of a page that is given whole; 0 for a document. */
    public long givenLength() {
        return isDocument()
                ? 0
                : given().parts().stream().mapToLong(String::length).sum();
    }

    /** The format of a page that is given whole. */
    Format givenFormat() {
        if (input == null) {
            return html != null ? Format.HTML : Format.TEXT;
        }
        return format == null ? Format.AUTO : format;
    }

    /** Whether it is a document, and not a page that is given whole. */
    public boolean isDocument() {
        return id != null;
    }

    /**
     * The error, or null. A document without index is not an error: the caller may have a default.
     *
     * @param name of the parameter that holds it, such as {@code a}
     * @param mustAgree the fields that it may have values of
     */
    public String error(String name, MustAgree mustAgree) {
        long given =
                Stream.of(id, text, html, input).filter(value -> value != null).count();
        if (given != 1) {
            return "[" + name + "] must hold exactly one of [_id, text, html, input], but held [" + given + "]";
        }
        if (input != null && input.isEmpty()) {
            return "[" + name + ".input] must be a string or a list of strings, but was []";
        }
        if (format != null && input == null) {
            return "[" + name + ".format] must be omitted unless [input] is given, but was [" + format.value() + "]";
        }
        for (String field : new TreeSet<>(fields.keySet())) {
            if (isDocument() || mustAgree.fields().contains(field) == false) {
                return "[" + name + ".fields] must be "
                        + (isDocument() ? "omitted for a document" : "fields that [must_agree] names") + ", but was ["
                        + field + "]";
            }
        }
        if (isDocument()) {
            if (id.isEmpty()) {
                return "[" + name + "._id] must be the id of a document, but was []";
            }
            return Stream.of(leftOut(name, "url", url), leftOut(name, "title", title), leftOut(name, "site", site))
                    .filter(error -> error != null)
                    .findFirst()
                    .orElse(null);
        }
        if (index != null) {
            return "[" + name + "._index] must be omitted unless [_id] is given, but was [" + index + "]";
        }
        return routing == null
                ? null
                : "[" + name + ".routing] must be omitted unless [_id] is given, but was [" + routing + "]";
    }

    private static String leftOut(String name, String field, String value) {
        return value == null
                ? null
                : "[" + name + "." + field + "] must be omitted for a document, but was [" + value + "]";
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        field(builder, "_index", index);
        field(builder, "_id", id);
        field(builder, "routing", routing);
        field(builder, "text", text);
        field(builder, "html", html);
        if (input != null) {
            builder.stringListField("input", input);
        }
        field(builder, "format", format == null ? null : format.value());
        field(builder, "url", url);
        field(builder, "title", title);
        field(builder, "site", site);
        if (fields.isEmpty() == false) {
            builder.field("fields", new TreeMap<>(fields));
        }
        return builder.endObject();
    }

    private static void field(XContentBuilder builder, String name, String value) throws IOException {
        if (value != null) {
            builder.field(name, value);
        }
    }

    private static final class Builder {
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
    }
}
