package org.ndd.pair;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.config.MustAgree;

/**
 * A page whose content a request contains.
 *
 * @param url URL of the page, or null
 * @param title title of the page, which takes precedence over the title in its HTML; or null
 * @param site site of the page, which takes precedence over the host of its URL; or null
 * @param fields values by name of a field, for {@code must_agree}
 */
public record InlinePage(InlineContent content, String url, String title, String site, Map<String, List<String>> fields)
        implements Writeable, ToXContentFragment {

    public InlinePage {
        fields = Map.copyOf(fields);
    }

    /** Creates a page without title, site and fields. */
    public InlinePage(InlineContent content, String url) {
        this(content, url, null, null, Map.of());
    }

    InlinePage(StreamInput in) throws IOException {
        this(
                new InlineContent(in),
                in.readOptionalString(),
                in.readOptionalString(),
                in.readOptionalString(),
                in.readMap(StreamInput::readStringCollectionAsList));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        content.writeTo(out);
        out.writeOptionalString(url);
        out.writeOptionalString(title);
        out.writeOptionalString(site);
        out.writeMap(fields, StreamOutput::writeStringCollection);
    }

    public PageInput input() {
        return new PageInput(content.parts(), url, title, site);
    }

    /** Returns the values of fields, in the order of {@code must_agree}; empty lists for missing fields. */
    List<List<String>> values(MustAgree mustAgree) {
        return mustAgree.fields().stream()
                .map(name -> fields.getOrDefault(name, List.of()))
                .toList();
    }

    InlinePage withoutText() {
        return new InlinePage(new InlineContent("", null), url, title, site, fields);
    }

    /** Checks that no properties are given for a document, which has its own. */
    void checkOmitted(String name) {
        checkFields(name, "omitted for a document", List.of());
        PageSource.requireNull(name, "url", "for a document", url);
        PageSource.requireNull(name, "title", "for a document", title);
        PageSource.requireNull(name, "site", "for a document", site);
    }

    /** @param name name of the parameter that contains the page */
    void checkFields(String name, String rule, List<String> allowed) {
        for (String field : new TreeSet<>(fields.keySet())) {
            if (allowed.contains(field) == false) {
                throw new IllegalArgumentException(
                        "[" + name + ".fields] must be " + rule + ", but was [" + field + "]");
            }
        }
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        content.toXContent(builder, params);
        PageSource.field(builder, "url", url);
        PageSource.field(builder, "title", title);
        PageSource.field(builder, "site", site);
        if (fields.isEmpty() == false) {
            builder.field("fields", new TreeMap<>(fields));
        }
        return builder;
    }

    /**
     * The content of a page in a request; exactly one of text, HTML and input.
     *
     * @param text plain text of the page, or null
     * @param html HTML of the page, or null
     * @param input the page as the processor reads it, one part for each of its fields, or null
     * @param format format of {@code input}; null without input, or for the processor's default
     */
    public record InlineContent(String text, String html, List<String> input, Format format)
            implements Writeable, ToXContentFragment {

        public InlineContent {
            input = input == null ? null : List.copyOf(input);
        }

        InlineContent(String text, String html) {
            this(text, html, null, null);
        }

        InlineContent(StreamInput in) throws IOException {
            this(
                    in.readOptionalString(),
                    in.readOptionalString(),
                    in.readOptionalStringCollectionAsList(),
                    in.readOptionalEnum(Format.class));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeOptionalString(text);
            out.writeOptionalString(html);
            out.writeOptionalStringCollection(input);
            out.writeOptionalEnum(format);
        }

        /** Returns how many of text, HTML and input are given; valid content has one. */
        public long count() {
            return Stream.of(text, html, input).filter(Objects::nonNull).count();
        }

        public List<String> parts() {
            return input != null ? input : List.of(html != null ? html : text);
        }

        public Format readFormat() {
            if (input == null) {
                return html != null ? Format.HTML : Format.TEXT;
            }
            return format == null ? Format.AUTO : format;
        }

        /**
         * @param prefix prefix of the names of the parameters, such as {@code a.}
         * @throws IllegalArgumentException if a value is invalid
         */
        public void check(String prefix) {
            if (input != null && input.isEmpty()) {
                throw new IllegalArgumentException(
                        "[" + prefix + "input] must be a string or a list of strings, but was []");
            }
            if (format != null && input == null) {
                throw new IllegalArgumentException("[" + prefix
                        + "format] must be omitted unless [input] is given, but was [" + format.value() + "]");
            }
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            PageSource.field(builder, "text", text);
            PageSource.field(builder, "html", html);
            if (input != null) {
                builder.stringListField("input", input);
            }
            PageSource.field(builder, "format", format == null ? null : format.value());
            return builder;
        }
    }
}
