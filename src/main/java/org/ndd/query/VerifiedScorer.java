package org.ndd.query;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.SparseFixedBitSet;
import org.ndd.compat.ScorerBase;
import org.ndd.query.BestCandidates.Candidate;

/** Iterates over the candidates of one segment. Compares a document only when its match is checked. */
final class VerifiedScorer extends ScorerBase {

    private final DocIdSetIterator docs;
    private final TwoPhaseIterator verified;
    private final float boost;
    private float score;

    /**
     * @param candidates candidates of the segment, at least one, ascending by document
     * @param segment segment of the shard
     */
    VerifiedScorer(
            Weight weight,
            List<Candidate> candidates,
            LeafReaderContext segment,
            CandidateVerifier verifier,
            float boost) {
        super(weight);
        this.boost = boost;
        SparseFixedBitSet bits = new SparseFixedBitSet(segment.reader().maxDoc());
        candidates.forEach(candidate -> bits.set(candidate.doc() - segment.docBase));
        this.docs = new BitSetIterator(bits, candidates.size());
        this.verified = new TwoPhaseIterator(docs) {
            @Override
            public boolean matches() throws IOException {
                Candidate candidate = ComparedCandidates.find(candidates, segment.docBase + docs.docID());
                CandidateVerifier.Match match = verifier.best(docs.docID(), candidate);
                score = match == null ? 0 : (float) verifier.score(match);
                return match != null;
            }

            @Override
            public float matchCost() {
                return verifier.cost();
            }
        };
    }

    @Override
    public DocIdSetIterator iterator() {
        return TwoPhaseIterator.asDocIdSetIterator(verified);
    }

    @Override
    public TwoPhaseIterator twoPhaseIterator() {
        return verified;
    }

    @Override
    public float getMaxScore(int upTo) {
        return boost;
    }

    @Override
    public float score() {
        return boost * score;
    }

    @Override
    public int docID() {
        return docs.docID();
    }
}
