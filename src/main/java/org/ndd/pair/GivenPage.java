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
import org.ndd.config.MustAgree;

/**
 * A page that a request contains.
 *
 * @param url URL of the page, or null
 * @param title title of the page, before one that its HTML has; or null
 * @param site site of the page, before the host of its URL; or null
 * @param fields values by name of a field: they keep it apart from others
 */
public record GivenPage(GivenContent content, String url, String title, String site, Map<String, List<String>> fields)
        implements Writeable, ToXContentFragment {

    public GivenPage {
        fields = Map.copyOf(fields);
    }

    /** A page without title, site and fields. */
    public GivenPage(GivenContent content, String url) {
        this(content, url, null, null, Map.of());
    }

    GivenPage(StreamInput in) throws IOException {
        this(
                new GivenContent(in),
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

    PageInput input() {
        return new PageInput(content.parts(), url, title, site);
    }

    /** The values of fields, in their order; empty lists if there are none. */
    List<List<String>> values(MustAgree mustAgree) {
        return mustAgree.fields().stream()
                .map(name -> fields.getOrDefault(name, List.of()))
                .toList();
    }

    /** The same page without its text; the rest still shows the kind of the text. */
    GivenPage withoutText() {
        return new GivenPage(new GivenContent("", null), url, title, site, fields);
    }

    /** The error of a page, or null; {@code name} is the parameter that has the page. */
    String error(String name, MustAgree mustAgree) {
        return fieldError(name, "fields that [must_agree] names", mustAgree.fields());
    }

    /** The error if fields are given for a document, or null. */
    String errorOfFields(String name) {
        return fieldError(name, "omitted for a document", List.of());
    }

    /** The error if other values are given for a document, or null. */
    String errorOfDocument(String name) {
        return Stream.of(leftOut(name, "url", url), leftOut(name, "title", title), leftOut(name, "site", site))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private String fieldError(String name, String rule, List<String> allowed) {
        return new TreeSet<>(fields.keySet())
                .stream()
                        .filter(field -> allowed.contains(field) == false)
                        .findFirst()
                        .map(field -> "[" + name + ".fields] must be " + rule + ", but was [" + field + "]")
                        .orElse(null);
    }

    private static String leftOut(String name, String field, String value) {
        return value == null
                ? null
                : "[" + name + "." + field + "] must be omitted for a document, but was [" + value + "]";
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
}
