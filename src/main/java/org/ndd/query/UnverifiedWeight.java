package org.ndd.query;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.ScorerSupplier;
import org.ndd.compat.ScorerBase;
import org.ndd.compat.WeightBase;
import org.ndd.lucene.CandidateWalk;

/** Matches every candidate. The score is the largest share of a page's fingerprints that the document has. Does not read texts. */
final class UnverifiedWeight extends WeightBase {

    private final CandidateFinder finder;
    private final float boost;

    UnverifiedWeight(NearDupQuery query, CandidateFinder finder, float boost) {
        super(query);
        this.finder = finder;
        this.boost = boost;
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
        CandidateWalk walk = finder.walk(leaf);
        return supplier(walk == null ? null : new ShareScorer(walk));
    }

    private final class ShareScorer extends ScorerBase {

        private final CandidateWalk walk;

        ShareScorer(CandidateWalk walk) {
            super(UnverifiedWeight.this);
            this.walk = walk;
        }

        @Override
        public DocIdSetIterator iterator() {
            return walk;
        }

        @Override
        public float getMaxScore(int upTo) {
            return boost;
        }

        @Override
        public float score() {
            return boost * walk.share();
        }

        @Override
        public int docID() {
            return walk.docID();
        }
    }

    @Override
    public Explanation explain(LeafReaderContext leaf, int doc) throws IOException {
        CandidateWalk walk = finder.walk(leaf);
        if (walk == null || walk.advance(doc) != doc) {
            return Explanation.noMatch("no candidate: shares too few fingerprints with every [like] document");
        }
        return Explanation.match(
                boost * walk.share(),
                "share of the fingerprints of a [like] document, not verified, computed as share * boost from:",
                Explanation.match(walk.share(), "share"),
                Explanation.match(boost, "boost"),
                Explanation.match(finder.tooCommon(), "fingerprints not used because too many documents have them"));
    }

    /** Returns false, because the iterator omits documents that this user may not see, and a cache would apply that to other users. */
    @Override
    public boolean isCacheable(LeafReaderContext leaf) {
        return false;
    }
}
