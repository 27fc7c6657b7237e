package org.ndd.query;

import java.util.Arrays;
import java.util.List;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.ResolvedIndices;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.ndd.config.NameCheck;

/** The indices of a search whose query is rewritten. */
final class SearchedIndices {

    private SearchedIndices() {}

    /** Returns the searched indices of this cluster that are known where the search starts. */
    static List<String> concrete(QueryRewriteContext context) {
        ResolvedIndices resolved = context.getResolvedIndices();
        if (resolved != null) {
            return Arrays.stream(resolved.getConcreteLocalIndices())
                    .map(Index::getName)
                    .toList();
        }
        Index index = context.getFullyQualifiedIndex();
        return index == null ? List.of() : List.of(index.getName());
    }

    /**
     * Returns the only name in the path of a search, of an index, an alias or a data stream; the document is in one of its indices. Returns
     * null if the search has several names, or a pattern, which may match several.
     */
    static String onlyName(QueryRewriteContext context) {
        ResolvedIndices resolved = context.getResolvedIndices();
        if (resolved == null) {
            Index index = context.getFullyQualifiedIndex();
            return index == null ? null : index.getName();
        }
        if (resolved.getRemoteClusterIndices().isEmpty() == false) {
            return null;
        }
        OriginalIndices typed = resolved.getLocalIndices();
        if (typed != null && typed.indices() != null && NameCheck.isSingleName(typed.indices())) {
            return typed.indices()[0];
        }
        Index[] concrete = resolved.getConcreteLocalIndices();
        return concrete.length == 1 ? concrete[0].getName() : null;
    }
}
