package org.ndd.query;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.search.Weight;
import org.ndd.compat.ScorerBase;
import org.ndd.query.BestCandidates.Candidate;

/** Walks over the candidates of one segment; compares a document only when its match is checked. */
final class VerifiedScorer extends ScorerBase {

    private final Docs docs;
    private final TwoPhaseIterator verified;
    private final float boost;
    private float score;

    /**
     * @param candidates of the segment, at least one, ascending
     * @param docBase of the segment
     */
    VerifiedScorer(Weight weight, List<Candidate> candidates, int docBase, CandidateVerifier verifier, float boost) {
        super(weight);
        this.boost = boost;
        this.docs = new Docs(candidates, docBase);
        this.verified = new TwoPhaseIterator(docs) {
            @Override
            public boolean matches() throws IOException {
                CandidateVerifier.Match match = verifier.best(docs.docID(), docs.candidate());
                score = match == null ? 0 : (float) verifier.score(match);
                return match != null;
            }

            @Override
            public float matchCost() {
                return verifier.cost();
            }
        };
    }

    /** Documents of a segment in the order of their numbers. */
    private static final class Docs extends DocIdSetIterator {

        private final List<Candidate> candidates;
        private final int docBase;
        private int position = -1;

        Docs(List<Candidate> candidates, int docBase) {
            this.candidates = candidates;
            this.docBase = docBase;
        }

        Candidate candidate() {
            return candidates.get(position);
        }

        @Override
        public int docID() {
            if (position < 0) {
                return -1;
            }
            return position < candidates.size() ? candidate().doc() - docBase : NO_MORE_DOCS;
        }

        @Override
        public int nextDoc() {
            position++;
            return docID();
        }

        @Override
        public int advance(int target) throws IOException {
            return slowAdvance(target);
        }

        @Override
        public long cost() {
            return candidates.size();
        }
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
