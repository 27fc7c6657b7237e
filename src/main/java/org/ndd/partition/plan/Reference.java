package org.ndd.partition.plan;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.BodyFields;

/**
 * The documents with which the source of a run is compared. They are never compared with each other, never duplicates, and never changed.
 *
 * @param indices as the user wrote them; empty for no reference
 * @param query selects the documents that take part; {@code null} for all
 */
public record Reference(List<String> indices, QueryBuilder query) implements Writeable, ToXContentFragment {

    public static final ParseField PARAMETER = new ParseField("against");

    /** Name of the indices in messages. */
    public static final String INDEX = "against.index";

    /** No reference: the documents of the source are only compared with each other. */
    public static final Reference NONE = new Reference(List.of(), null);

    private static final ObjectParser<Parsed, Void> PARSER = new ObjectParser<>("against", Parsed::new);

    static {
        BodyFields.declareTexts(PARSER, (parsed, indices) -> parsed.indices = indices, new ParseField("index"));
        PARSER.declareObject(
                (parsed, query) -> parsed.query = query,
                (p, nothing) -> AbstractQueryBuilder.parseTopLevelQuery(p),
                new ParseField("query"));
    }

    private static final class Parsed {

        private List<String> indices = List.of();
        private QueryBuilder query;
    }

    public Reference {
        indices = List.copyOf(indices);
    }

    public Reference(StreamInput in) throws IOException {
        this(in.readStringCollectionAsList(), in.readOptionalNamedWriteable(QueryBuilder.class));
    }

    /** @throws IllegalArgumentException if the object names no index */
    public static Reference fromXContent(XContentParser parser) throws IOException {
        BodyFields.requireObjectWithIndex(PARAMETER, parser);
        Parsed parsed = PARSER.parse(parser, null);
        if (parsed.indices.isEmpty()) {
            throw invalid("name at least one index", parsed.indices);
        }
        return new Reference(parsed.indices, parsed.query);
    }

    public static IllegalArgumentException invalid(String rule, List<String> indices) {
        return new IllegalArgumentException("[" + INDEX + "] must " + rule + ", but was " + indices);
    }

    /** Returns the indices of a source, followed by those of the reference. */
    public OriginalIndices with(OriginalIndices source) {
        return isEmpty()
                ? source
                : new OriginalIndices(
                        Stream.concat(Arrays.stream(source.indices()), indices.stream())
                                .distinct()
                                .toArray(String[]::new),
                        source.indicesOptions());
    }

    /** Whether this reference of a run corresponds to a requested one. A run replaces patterns by names. */
    public boolean correspondsTo(Reference requested) {
        return equals(requested)
                || isEmpty() == false
                        && requested.indices.stream().anyMatch(name -> name.contains("*") || name.startsWith("<"))
                        && Objects.equals(query, requested.query);
    }

    public boolean isEmpty() {
        return indices.isEmpty();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeStringCollection(indices);
        out.writeOptionalNamedWriteable(query);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        if (isEmpty()) {
            return builder;
        }
        builder.startObject(PARAMETER.getPreferredName()).stringListField("index", indices);
        if (query != null) {
            builder.field("query", query);
        }
        return builder.endObject();
    }
}
