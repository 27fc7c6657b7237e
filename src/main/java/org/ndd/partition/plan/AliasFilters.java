package org.ndd.partition.plan;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.AliasMetadata;
import org.elasticsearch.cluster.metadata.DataStream;
import org.elasticsearch.cluster.metadata.DataStreamAlias;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver.ResolvedExpression;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.index.Index;
import org.ndd.compat.Project;
import org.ndd.config.DocumentName;

/**
 * Identifies the filters of the aliases by which indices are read. If a filter changes, other documents are read, although none of them
 * has changed.
 */
public final class AliasFilters {

    private AliasFilters() {}

    /**
     * Returns the filters by the names of their indices; indices without a filter are omitted.
     *
     * @param expressions the indices, aliases or patterns by which the indices are read, see {@link org.ndd.compat.Calls#resolve}
     */
    public static Map<String, String> of(
            IndexNameExpressionResolver resolver,
            ClusterState state,
            Set<ResolvedExpression> expressions,
            Collection<Index> indices) {
        Map<String, String> filters = new TreeMap<>();
        for (Index index : indices) {
            String[] aliases = resolver.filteringAliases(Project.named(state), index.getName(), expressions);
            if (aliases != null) {
                // the order of the aliases differs between nodes
                filters.put(
                        index.getName(),
                        DocumentName.hash(Arrays.stream(aliases)
                                .map(alias -> text(state, Project.of(state).index(index), alias))
                                .sorted()
                                .collect(Collectors.joining("\n"))));
            }
        }
        return filters;
    }

    private static String text(ClusterState state, IndexMetadata index, String alias) {
        DataStream stream = Project.of(state)
                .getIndicesLookup()
                .get(index.getIndex().getName())
                .getParentDataStream();
        CompressedXContent filter;
        if (stream == null) {
            AliasMetadata ofIndex = index.getAliases().get(alias);
            filter = ofIndex == null ? null : ofIndex.filter();
        } else {
            DataStreamAlias ofStream = Project.of(state).dataStreamAliases().get(alias);
            filter = ofStream == null ? null : ofStream.getFilter(stream.getName());
        }
        return filter == null ? "" : filter.string();
    }
}
