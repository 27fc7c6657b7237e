package org.ndd.groups;

import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.rest.RestStatus;

/**
 * A valid {@code known_duplicates} query on a node that has not loaded the duplicates: it fails when it is run, with status 503. An
 * exception while a query is built would be reported as an error of the request.
 */
final class NotInMemoryQuery extends Query {

    private final String dest;

    /** @param dest destination whose duplicates are not in memory */
    NotInMemoryQuery(String dest) {
        this.dest = dest;
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
        throw new ElasticsearchStatusException(
                "the duplicates of [{}] are not in the memory of this node, and only searches load them: "
                        + "search with [{}] first, and repeat the request",
                RestStatus.SERVICE_UNAVAILABLE,
                dest,
                KnownDuplicatesQueryBuilder.NAME);
    }

    @Override
    public void visit(QueryVisitor visitor) {
        visitor.visitLeaf(this);
    }

    @Override
    public String toString(String field) {
        return KnownDuplicatesQueryBuilder.NAME;
    }

    @Override
    public boolean equals(Object other) {
        return sameClassAs(other) && dest.equals(((NotInMemoryQuery) other).dest);
    }

    @Override
    public int hashCode() {
        return 31 * classHash() + dest.hashCode();
    }
}
