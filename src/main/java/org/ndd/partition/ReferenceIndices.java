package org.ndd.partition;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesFailure;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesResponse;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.indices.IndexClosedException;
import org.ndd.compat.Project;
import org.ndd.config.MappingCheck;
import org.ndd.partition.plan.Reference;

/** Finds the indices of the reference of a run or job, with the rights of the user. Checks that the source can be compared with them. */
public final class ReferenceIndices {

    private static final String ID_FIELD = "_id";

    private final Client client;
    private final IndexNameExpressionResolver resolver;

    public ReferenceIndices(Client client, IndexNameExpressionResolver resolver) {
        this.client = client;
        this.resolver = resolver;
    }

    /**
     * Replaces patterns by the names of the indices that the user may read. Fails with 403 if the user has no read access to an index,
     * whether it exists or not, with 400 if it does not exist, and with a transient failure if none of its shards is available.
     */
    public void name(Reference reference, ClusterState state, ActionListener<Reference> listener) {
        if (reference.isEmpty()) {
            listener.onResponse(reference);
            return;
        }
        FieldCapabilitiesRequest request = new FieldCapabilitiesRequest()
                .indices(reference.indices().toArray(String[]::new))
                .fields(ID_FIELD)
                .indicesOptions(IndicesOptions.strictExpandOpenAndForbidClosed());
        ActionListener<FieldCapabilitiesResponse> response = listener.map(found -> {
            requireAvailable(found);
            return named(reference, Arrays.asList(found.getIndices()), state);
        });
        client.fieldCaps(
                request, response.delegateResponse((l, e) -> l.onFailure(isMissing(e) ? missing(reference) : e)));
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

    private static IllegalArgumentException missing(Reference reference) {
        return Reference.invalid("name open indices that exist", reference.indices());
    }

    private static Reference named(Reference reference, List<String> found, ClusterState state) {
        if (found.isEmpty() || found.stream().allMatch(Project.of(state)::hasIndex) == false) {
            throw missing(reference);
        }
        boolean areNames = reference.indices().stream().allMatch(Project.of(state)::hasIndexAbstraction);
        return areNames ? reference : new Reference(found.stream().sorted().toList(), reference.query());
    }

    /**
     * Returns the concrete indices of a reference without patterns, in order of name.
     *
     * @param source the concrete indices of the source
     * @throws IllegalArgumentException if an index is also in the source, or has no fields of the processor
     */
    public List<Index> concrete(Reference reference, Index[] source, String field, ClusterState state) {
        if (reference.isEmpty()) {
            return List.of();
        }
        String[] names = reference.indices().toArray(String[]::new);
        Index[] found = resolver.concreteIndices(state, IndicesOptions.strictExpandOpen(), true, names);
        for (Index index : source) {
            if (Arrays.asList(found).contains(index)) {
                throw Reference.invalid("name no index of the source", List.of(index.getName()));
            }
        }
        for (Index index : found) {
            IndexMetadata metadata = Project.of(state).getIndexSafe(index);
            MappingCheck.checkNumbers(Reference.INDEX, metadata);
            String problem = MappingCheck.problem(metadata, field);
            if (problem != null) {
                throw new IllegalArgumentException("[" + Reference.INDEX + "] must name indices with a field [" + field
                        + "] of type [near_dup], but was [" + index.getName() + "], in which " + problem);
            }
        }
        return Stream.of(found).sorted(Comparator.comparing(Index::getName)).toList();
    }
}
