package org.ndd.groups;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSet;
import org.apache.lucene.util.BitSetIterator;
import org.ndd.line.ScorerBase;
import org.ndd.line.WeightBase;

/** Matches the losers of a set, all with the same score. */
final class LosersQuery extends Query {

    private final LoserSet losers;

    LosersQuery(LoserSet losers) {
        this.losers = losers;
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
        return new LosersWeight(boost);
    }

    private final class LosersWeight extends WeightBase {

        private final float boost;

        LosersWeight(float boost) {
            super(LosersQuery.this);
            this.boost = boost;
        }

        @Override
        public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
            BitSet found = losers.in(leaf);
            return supplier(found == null ? null : new LosersScorer(this, found, boost));
        }

        @Override
        public Explanation explain(LeafReaderContext leaf, int doc) throws IOException {
            BitSet found = losers.in(leaf);
            return found != null && found.get(doc)
                    ? Explanation.match(boost, "a loser of the run")
                    : Explanation.noMatch("no loser of the run");
        }

        /** The set has a bit set of each segment already. */
        @Override
        public boolean isCacheable(LeafReaderContext leaf) {
            return false;
        }
    }

    private static final class LosersScorer extends ScorerBase {

        private final DocIdSetIterator iterator;
        private final float boost;

        LosersScorer(Weight weight, BitSet losers, float boost) {
            super(weight);
            this.iterator = new BitSetIterator(losers, losers.approximateCardinality());
            this.boost = boost;
        }

        @Override
        public DocIdSetIterator iterator() {
            return iterator;
        }

        @Override
        public float getMaxScore(int upTo) {
            return boost;
        }

        @Override
        public float score() {
            return boost;
        }

        @Override
        public int docID() {
            return iterator.docID();
        }
    }

    @Override
    public void visit(QueryVisitor visitor) {
        visitor.visitLeaf(this);
    }

    @Override
    public String toString(String field) {
        return LosersQueryBuilder.NAME;
    }

    @Override
    public boolean equals(Object other) {
        return sameClassAs(other) && losers == ((LosersQuery) other).losers;
    }

    @Override
    public int hashCode() {
        return 31 * classHash() + System.identityHashCode(losers);
    }
}
