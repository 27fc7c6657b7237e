package org.ndd.pair;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.analysis.PageParameters.Format;

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
    long count() {
        return Stream.of(text, html, input).filter(Objects::nonNull).count();
    }

    /** Returns the texts of which the page consists. */
    List<String> parts() {
        return input != null ? input : List.of(html != null ? html : text);
    }

    /** Returns the format in which the parts are read. */
    Format readFormat() {
        if (input == null) {
            return html != null ? Format.HTML : Format.TEXT;
        }
        return format == null ? Format.AUTO : format;
    }

    /**
     * Returns the error, or null.
     *
     * @param name name of the parameter that contains the content
     */
    String error(String name) {
        if (input != null && input.isEmpty()) {
            return "[" + name + ".input] must be a string or a list of strings, but was []";
        }
        if (format != null && input == null) {
            return "[" + name + ".format] must be omitted unless [input] is given, but was [" + format.value() + "]";
        }
        return null;
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
