package org.ndd.groups;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSet;
import org.apache.lucene.util.BitSetIterator;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.rest.RestStatus;
import org.ndd.compat.WeightBase;

/** Matches the duplicates of a set, all with the same score. */
final class KnownDuplicatesQuery extends Query {

    private final String dest;
    private final DuplicateSets.DuplicateSet duplicates;

    /**
     * @param duplicates {@code null} if they are not in the memory of this node. The query is then valid, and fails with status 503
     *     when it is executed. An exception during its construction would be reported as an error of the request.
     */
    KnownDuplicatesQuery(String dest, @Nullable DuplicateSets.DuplicateSet duplicates) {
        this.dest = dest;
        this.duplicates = duplicates;
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
        if (duplicates == null) {
            throw new ElasticsearchStatusException(
                    "the duplicates of [{}] are not in the memory of this node, and only searches load them: "
                            + "search with [{}] first, and repeat the request",
                    RestStatus.SERVICE_UNAVAILABLE,
                    dest,
                    KnownDuplicatesQueryBuilder.NAME);
        }
        return new KnownDuplicatesWeight(boost);
    }

    private final class KnownDuplicatesWeight extends WeightBase {

        private final float boost;

        KnownDuplicatesWeight(float boost) {
            super(KnownDuplicatesQuery.this);
            this.boost = boost;
        }

        @Override
        public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
            BitSet found = duplicates.bitSet(leaf);
            return supplier(
                    found == null ? null : constant(boost, new BitSetIterator(found, found.approximateCardinality())));
        }

        @Override
        public Explanation explain(LeafReaderContext leaf, int doc) throws IOException {
            BitSet found = duplicates.bitSet(leaf);
            return found != null && found.get(doc)
                    ? Explanation.match(boost, "a duplicate of the run")
                    : Explanation.noMatch("no duplicate of the run");
        }

        /** Returns false, because the set already has a bit set of each segment. */
        @Override
        public boolean isCacheable(LeafReaderContext leaf) {
            return false;
        }
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
        return sameClassAs(other)
                && dest.equals(((KnownDuplicatesQuery) other).dest)
                && duplicates == ((KnownDuplicatesQuery) other).duplicates;
    }

    @Override
    public int hashCode() {
        return 31 * classHash() + System.identityHashCode(duplicates);
    }
}
