package org.ndd.query;

import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.index.query.ParsedQuery;
import org.elasticsearch.index.shard.SearchOperationListener;
import org.elasticsearch.search.internal.SearchContext;

/**
 * Adds the warnings of the queries {@code near_dup} of a search to the response of a shard. Several threads may search the segments of a
 * shard, and only warnings of the thread that responds reach the user.
 */
public final class QueryWarnings implements SearchOperationListener {

    private static final QueryVisitor ADD_WARNINGS = new QueryVisitor() {
        @Override
        public void visitLeaf(Query query) {
            if (query instanceof NearDupQuery nearDup) {
                nearDup.warnings().forEach(HeaderWarning::addWarning);
            }
        }

        @Override
        public QueryVisitor getSubVisitor(BooleanClause.Occur occur, Query parent) {
            return this;
        }
    };

    @Override
    public void onQueryPhase(SearchContext search, long tookInNanos) {
        search.query().visit(ADD_WARNINGS);
        ParsedQuery postFilter = search.parsedPostFilter();
        if (postFilter != null) {
            postFilter.query().visit(ADD_WARNINGS);
        }
    }
}
