package org.ndd.partition.plan;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesFailure;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesResponse;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.indices.IndexClosedException;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.compat.Project;
import org.ndd.config.BodyFields;
import org.ndd.config.MappingCheck;

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
        BodyFields.declareQuery(PARSER, (parsed, query) -> parsed.query = query);
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

    /**
     * Returns the reference with the names of the indices that the user may read instead of patterns.
     *
     * @param client has the rights of the user
     * @param listener fails with 403 if the user has no read access to an index, whether it exists or not, with 400 if it does not exist,
     *     and with a transient failure if none of its shards is available
     */
    public void resolve(Client client, ClusterState state, ActionListener<Reference> listener) {
        if (isEmpty()) {
            listener.onResponse(this);
            return;
        }
        FieldCapabilitiesRequest request = new FieldCapabilitiesRequest()
                .indices(indices.toArray(String[]::new))
                .fields("_id")
                .indicesOptions(IndicesOptions.strictExpandOpenAndForbidClosed());
        ActionListener<FieldCapabilitiesResponse> response = listener.map(found -> {
            requireAvailable(found);
            return named(Arrays.asList(found.getIndices()), state);
        });
        client.fieldCaps(request, response.delegateResponse((l, e) -> l.onFailure(isMissing(e) ? missing() : e)));
    }

    /** Checks that the response does not omit an index that a pattern matches, whose documents would count as deleted. */
    private static void requireAvailable(FieldCapabilitiesResponse found) throws Exception {
        for (FieldCapabilitiesFailure failure : found.getFailures()) {
            if (isMissing(failure.getException()) == false) {
                throw failure.getException();
            }
        }
    }

    private static boolean isMissing(Exception e) {
        Throwable cause = ExceptionsHelper.unwrapCause(e);
        return cause instanceof IndexNotFoundException || cause instanceof IndexClosedException;
    }

    private IllegalArgumentException missing() {
        return invalid("name open indices that exist", indices);
    }

    private Reference named(List<String> found, ClusterState state) {
        if (found.isEmpty() || found.stream().allMatch(Project.of(state)::hasIndex) == false) {
            throw missing();
        }
        boolean areNames = indices.stream().allMatch(Project.of(state)::hasIndexAbstraction);
        return areNames ? this : new Reference(found.stream().sorted().toList(), query);
    }

    /**
     * Returns the concrete indices of a reference without patterns, in order of name.
     *
     * @param source the concrete indices of the source
     * @throws IllegalArgumentException if an index is also in the source, or has no fields of the processor or no
     *     sequence numbers
     */
    public List<Index> concrete(
            IndexNameExpressionResolver resolver, Index[] source, String field, ClusterState state) {
        if (isEmpty()) {
            return List.of();
        }
        Index[] found = resolver.concreteIndices(
                state, IndicesOptions.strictExpandOpen(), true, indices.toArray(String[]::new));
        for (Index index : source) {
            if (Arrays.asList(found).contains(index)) {
                throw invalid("name no index of the source", List.of(index.getName()));
            }
        }
        for (Index index : found) {
            IndexMetadata metadata = Project.of(state).getIndexSafe(index);
            MappingCheck.checkNumbers(INDEX, metadata);
            String problem = MappingCheck.problem(metadata, field);
            if (problem != null) {
                throw new IllegalArgumentException("[" + INDEX + "] must name indices with a field [" + field
                        + "] of type [near_dup], but was [" + index.getName() + "], in which " + problem);
            }
        }
        return Stream.of(found).sorted(Comparator.comparing(Index::getName)).toList();
    }
}
