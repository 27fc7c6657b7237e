package org.ndd.pair;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.Strings;
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
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.config.BodyFields;
import org.ndd.config.MustAgree;

/**
 * The source of a page in a request: a document, or the content of a page, which is one of text, HTML and input. Values that are not given
 * are null. Does not change after it is parsed.
 */
public final class PageSource implements Writeable, ToXContentObject {

    private static final ObjectParser<PageSource, Void> PARSER = new ObjectParser<>("document", PageSource::new);

    static {
        PARSER.declareString((page, value) -> page.index = value, new ParseField("_index"));
        PARSER.declareStringOrNull((page, value) -> page.id = value, new ParseField("_id"));
        PARSER.declareString((page, value) -> page.routing = value, new ParseField("routing", "_routing"));
        declareContent(PARSER, page -> page);
        PARSER.declareObject((page, value) -> page.fields = value, (p, c) -> fields(p.map()), new ParseField("fields"));
    }

    private String index;
    private String id;
    private String routing;
    private String text;
    private String html;

    /** The page as the processor reads it, one part for each of its fields. */
    private List<String> input;

    private Format format;
    private String url;
    private String title;
    private String site;

    /** Values by name of a field, for {@code must_agree}. */
    private Map<String, List<String>> fields = Map.of();

    /** Creates a source without values, to be parsed by {@link #declareContent}. */
    public PageSource() {}

    public PageSource(StreamInput in) throws IOException {
        index = in.readOptionalString();
        id = in.readOptionalString();
        routing = in.readOptionalString();
        text = in.readOptionalString();
        html = in.readOptionalString();
        input = in.readOptionalStringCollectionAsList();
        format = in.readOptionalEnum(Format.class);
        url = in.readOptionalString();
        title = in.readOptionalString();
        site = in.readOptionalString();
        fields = in.readMap(StreamInput::readStringCollectionAsList);
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

    /**
     * @param index index or alias of the document
     * @param routing routing of the document, or null
     */
    public static PageSource document(String index, String id, String routing) {
        PageSource page = new PageSource();
        page.index = index;
        page.id = id;
        page.routing = routing;
        return page;
    }

    public static PageSource content(String part, Format format) {
        PageSource page = new PageSource();
        page.input = List.of(part);
        page.format = format;
        return page;
    }

    public static PageSource text(String text) {
        PageSource page = new PageSource();
        page.text = text;
        return page;
    }

    /**
     * Declares the content of a page as keys of another object.
     *
     * @param of returns the source that gets the content
     */
    public static <T> void declareContent(ObjectParser<T, Void> parser, Function<T, PageSource> of) {
        parser.declareString((t, value) -> of.apply(t).text = value, new ParseField("text"));
        parser.declareString((t, value) -> of.apply(t).html = value, new ParseField("html"));
        BodyFields.declareTexts(parser, (t, value) -> of.apply(t).input = value, new ParseField("input"));
        parser.declareString((t, value) -> of.apply(t).format = Format.of(value), new ParseField("format"));
        parser.declareString((t, value) -> of.apply(t).url = value, new ParseField("url"));
        parser.declareString((t, value) -> of.apply(t).title = value, new ParseField("title"));
        parser.declareString((t, value) -> of.apply(t).site = value, new ParseField("site"));
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

    /**
     * Parses an object such as {@code {"_id": "1"}}, or a text; {@link #check} checks its values. If the text looks like HTML, or a string
     * looks like an id, the response gets a warning.
     */
    public static PageSource fromXContent(XContentParser parser) throws IOException {
        PageSource page;
        if (parser.currentToken() == XContentParser.Token.VALUE_STRING) {
            page = text(parser.text());
            if (looksLikeId(page.text)) {
                HeaderWarning.addWarning(
                        "a string is compared as a text: to specify a document, use an object with [_id]");
            }
        } else {
            BodyFields.requireObject(parser, "document", "be a text or an object");
            page = PARSER.apply(parser, null);
        }
        // with its tags, a copy of a page has hardly any fingerprint of the page
        if (page.text != null && MarkupDetector.looksLikeHtml(page.text)) {
            HeaderWarning.addWarning("[text] looks like HTML, whose tags count as text: use [html] or [input]");
        }
        return page;
    }

    /** Returns whether a text is one word of ASCII. Other scripts may not separate words. */
    private static boolean looksLikeId(String text) {
        return text.isEmpty() == false
                && text.length() <= IndexRequest.MAX_DOCUMENT_ID_LENGTH_IN_BYTES
                && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }

    public String index() {
        return index;
    }

    public String id() {
        return id;
    }

    public String routing() {
        return routing;
    }

    public boolean isDocument() {
        return id != null;
    }

    /** Returns this source in an index if it is a document without an index; otherwise unchanged. */
    public PageSource inIndex(String other) {
        return id == null || index != null ? this : document(other, id, routing);
    }

    public PageSource withoutText() {
        if (isDocument()) {
            return this;
        }
        PageSource page = text("");
        page.url = url;
        page.title = title;
        page.site = site;
        page.fields = fields;
        return page;
    }

    /** Returns the values of fields, in the order of {@code must_agree}; empty lists for missing fields. */
    public List<List<String>> values(MustAgree mustAgree) {
        return mustAgree.fields().stream()
                .map(name -> fields.getOrDefault(name, List.of()))
                .toList();
    }

    /** Returns the number of characters of content; 0 for a document. */
    public long givenLength() {
        return isDocument() ? 0 : parts().stream().mapToLong(String::length).sum();
    }

    /** Returns the content as the input of an analysis. */
    public PageInput input() {
        return new PageInput(parts(), url, title, site);
    }

    private List<String> parts() {
        return input != null ? input : List.of(html != null ? html : text);
    }

    /** Returns the format of the content. */
    public Format format() {
        if (input == null) {
            return html != null ? Format.HTML : Format.TEXT;
        }
        return format == null ? Format.AUTO : format;
    }

    /** Returns how many of text, HTML and input are given; valid content has one. */
    public long contents() {
        return Stream.of(text, html, input).filter(Objects::nonNull).count();
    }

    /**
     * Checks the values. A document without index is valid, because the caller may have a default.
     *
     * @param name name of the parameter that contains it, such as {@code a}
     * @param mustAgree fields whose values it may contain
     * @throws IllegalArgumentException if a value is invalid
     */
    public void check(String name, MustAgree mustAgree) {
        long given = contents() + (id == null ? 0 : 1);
        if (given != 1) {
            throw new IllegalArgumentException(
                    "[" + name + "] must hold exactly one of [_id, text, html, input], but held [" + given + "]");
        }
        checkContent(name + ".");
        if (isDocument()) {
            checkFields(name, "omitted for a document", List.of());
            requireNull(name, "url", "for a document", url);
            requireNull(name, "title", "for a document", title);
            requireNull(name, "site", "for a document", site);
            if (id.isEmpty()) {
                throw new IllegalArgumentException("[" + name + "._id] must be the id of a document, but was []");
            }
        } else {
            checkFields(name, "fields that [must_agree] names", mustAgree.fields());
            requireNull(name, "_index", "unless [_id] is given", index);
            requireNull(name, "routing", "unless [_id] is given", routing);
        }
    }

    /**
     * Checks the input and its format.
     *
     * @param prefix prefix of the names of the parameters, such as {@code a.}
     * @throws IllegalArgumentException if a value is invalid
     */
    public void checkContent(String prefix) {
        if (input != null && input.isEmpty()) {
            throw new IllegalArgumentException(
                    "[" + prefix + "input] must be a string or a list of strings, but was []");
        }
        if (format != null && input == null) {
            throw new IllegalArgumentException(
                    "[" + prefix + "format] must be omitted unless [input] is given, but was [" + format.value() + "]");
        }
    }

    private void checkFields(String name, String rule, List<String> allowed) {
        for (String field : new TreeSet<>(fields.keySet())) {
            if (allowed.contains(field) == false) {
                throw new IllegalArgumentException(
                        "[" + name + ".fields] must be " + rule + ", but was [" + field + "]");
            }
        }
    }

    private static void requireNull(String name, String field, String condition, String value) {
        if (value != null) {
            throw new IllegalArgumentException(
                    "[" + name + "." + field + "] must be omitted " + condition + ", but was [" + value + "]");
        }
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        Map<String, Object> given = new LinkedHashMap<>();
        given.put("_index", index);
        given.put("_id", id);
        given.put("routing", routing);
        given.put("text", text);
        given.put("html", html);
        given.put("input", input);
        given.put("format", format == null ? null : format.value());
        given.put("url", url);
        given.put("title", title);
        given.put("site", site);
        given.put("fields", fields.isEmpty() ? null : new TreeMap<>(fields));
        given.values().removeIf(Objects::isNull);
        return builder.map(given);
    }

    private List<Object> values() {
        return Arrays.asList(index, id, routing, text, html, input, format, url, title, site, fields);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PageSource that && values().equals(that.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    @Override
    public String toString() {
        return Strings.toString(this);
    }
}
