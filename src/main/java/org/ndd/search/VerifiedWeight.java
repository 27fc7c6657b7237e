package org.ndd.search;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TwoPhaseIterator;
import org.apache.lucene.util.BitSetIterator;
import org.apache.lucene.util.SparseFixedBitSet;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.compat.ScorerBase;
import org.ndd.compat.WeightBase;
import org.ndd.core.compare.Comparison;
import org.ndd.pair.CharacterLimit;
import org.ndd.pair.ContributionFormat;
import org.ndd.pair.PairJudge;
import org.ndd.pair.SegmentPages;
import org.ndd.pair.SegmentPages.ShardPages;
import org.ndd.search.ComparedCandidates.BestCandidates;
import org.ndd.search.ComparedCandidates.BestCandidates.Candidate;

/**
 * Matches the candidates that a comparison confirms. The score is the resemblance to the page that a document resembles most, or the
 * largest share of a page that it contains. The best candidates of the shard are selected when the first of them is requested, before any
 * text is read. A document is compared last, after all other conditions of the search. If the search needs only the best hits, the
 * comparison of a document ends when its score is too low. Segments may be searched by several threads.
 */
final class VerifiedWeight extends WeightBase {

    /** Bound of the relative error of a score: it is rounded to the precision of float twice, by at most .00000006 each. */
    private static final double MAX_ROUNDING = 1e-6;

    private final NearDupQuery query;
    private final LoadedBoilerplate boilerplate;
    private final CandidateFinder finder;
    private final float boost;
    private final PairJudge judge;
    private Shard shard;

    /**
     * The candidates of the shard.
     *
     * @param found number of candidates
     * @param candidates the best candidates, and the selection of those that are compared
     */
    private record Shard(int found, ComparedCandidates candidates) {}

    VerifiedWeight(NearDupQuery query, LoadedBoilerplate boilerplate, CandidateFinder finder, float boost) {
        super(query);
        this.query = query;
        this.boilerplate = boilerplate;
        this.finder = finder;
        this.boost = boost;
        this.judge = query.options().judge(query.shard().memory());
    }

    private synchronized Shard shard() throws IOException {
        if (shard == null) {
            BestCandidates best = new BestCandidates(query.options().maxVerified());
            for (LeafReaderContext leaf : finder.reader().leaves()) {
                CandidateWalk walk = finder.walk(leaf);
                if (walk != null) {
                    best.addAll(walk, leaf.docBase);
                }
            }
            int found = best.seen();
            ComparedCandidates candidates = selectCandidates(best.drain());
            if (found > candidates.all().size()) {
                query.warn("[near_dup] compared only the best ["
                        + candidates.all().size() + "] candidates of a shard that has more: raise [max_verified]");
            }
            if (candidates.beyondLimit() > 0) {
                query.warn("[near_dup] did not compare [" + candidates.beyondLimit()
                        + "] candidates of a shard, because texts exceed the limit of ["
                        + query.shard().maxCharacters() + "] characters for a shard: request fewer or shorter texts");
            }
            shard = new Shard(found, candidates);
        }
        return shard;
    }

    private ComparedCandidates selectCandidates(List<Candidate> best) throws IOException {
        ShardPages pages = new ShardPages(
                finder.reader().leaves(), query.shard().index(), query.shard().fields());
        CharacterLimit limit = new CharacterLimit(query.shard().maxCharacters());
        return ComparedCandidates.of(best, pages::length, finder.like(), judge, limit);
    }

    @Override
    public ScorerSupplier scorerSupplier(LeafReaderContext leaf) {
        return new ScorerSupplier() {
            @Override
            public Scorer get(long leadCost) throws IOException {
                List<Candidate> inLeaf = shard().candidates().inSegment(leaf);
                return inLeaf.isEmpty() ? emptyScorer() : new VerifiedScorer(inLeaf, leaf);
            }

            @Override
            public long cost() {
                return Math.min(leaf.reader().maxDoc(), query.options().maxVerified());
            }
        };
    }

    /** Iterates over the candidates of one segment. Compares a document only when its match is checked. */
    private final class VerifiedScorer extends ScorerBase {

        private final DocIdSetIterator docs;
        private final TwoPhaseIterator verified;
        private final CandidateVerifier verifier;
        private float score;
        private float minScore;

        /** @param candidates candidates of the segment, at least one, ascending by document */
        VerifiedScorer(List<Candidate> candidates, LeafReaderContext segment) throws IOException {
            super(VerifiedWeight.this);
            this.verifier = verifier(segment, candidates.size());
            SparseFixedBitSet bits = new SparseFixedBitSet(segment.reader().maxDoc());
            candidates.forEach(candidate -> bits.set(candidate.doc() - segment.docBase));
            this.docs = new BitSetIterator(bits, candidates.size());
            this.verified = new TwoPhaseIterator(docs) {
                @Override
                public boolean matches() throws IOException {
                    if (minScore > boost) {
                        return false;
                    }
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
        public void setMinCompetitiveScore(float least) {
            minScore = least;
            if (least > 0 && least <= boost) {
                verifier.setMinScore((double) least / boost * (1 - MAX_ROUNDING));
            }
        }

        @Override
        public int docID() {
            return docs.docID();
        }
    }

    private CandidateVerifier verifier(LeafReaderContext leaf, int comparisons) throws IOException {
        return new CandidateVerifier(
                judge,
                finder.like(),
                comparisons,
                new SegmentPages(
                        query.shard().index(), leaf.reader(), query.shard().fields()),
                boilerplate,
                finder.cancellation(leaf.reader()));
    }

    @Override
    public Explanation explain(LeafReaderContext leaf, int doc) throws IOException {
        Shard all = shard();
        ComparedCandidates candidates = all.candidates();
        Candidate compared = ComparedCandidates.find(candidates.compared(), leaf.docBase + doc);
        if (compared != null) {
            return explain(verifier(leaf, 1), doc, compared);
        }
        if (ComparedCandidates.find(candidates.all(), leaf.docBase + doc) != null) {
            return Explanation.noMatch("a candidate that is not compared: by its length it cannot have the "
                    + judge.requirement() + ", or texts exceed the limit of ["
                    + query.shard().maxCharacters() + "] characters for a shard");
        }
        return Explanation.noMatch(
                all.found() > candidates.all().size()
                        ? "not among the best [" + candidates.all().size() + "] of [" + all.found()
                                + "] candidates of this shard"
                        : "no candidate: shares too few fingerprints with every [like] document");
    }

    private Explanation explain(CandidateVerifier verifier, int doc, Candidate candidate) throws IOException {
        CandidateVerifier.Match match = verifier.explainBest(doc, candidate);
        if (match == null) {
            return Explanation.noMatch("a candidate whose text or version the user may not see");
        }
        Comparison comparison = match.comparison();
        String to = " to " + NearDupQuery.name(match.page());
        String description = "relation [" + comparison.relation().value() + "], reason ["
                + comparison.reason().value() + "]";
        String measure = judge.isOfContainment() ? "containment" : "resemblance";
        float score = (float) judge.score(comparison);
        if (judge.accepts(comparison) == false) {
            return Explanation.noMatch(
                    "not of " + judge.requirement() + ": " + description + ", most alike" + to,
                    Explanation.noMatch(measure + " [" + score + "]"),
                    ContributionFormat.explain(comparison));
        }
        return Explanation.match(
                boost * score,
                measure + to + ", " + description + ", computed as " + measure + " * boost from:",
                Explanation.match(score, measure),
                Explanation.match(boost, "boost"),
                ContributionFormat.explain(comparison),
                Explanation.match(match.sharedFingerprints(), "shared fingerprints"),
                Explanation.match(
                        comparison.a().containment(), "share of this document that is in the [like] document"),
                Explanation.match(
                        comparison.b().containment(), "share of the [like] document that is in this document"),
                Explanation.match(shard().candidates().compared().size(), "candidates of this shard that are compared"),
                Explanation.match(shard().found(), "candidates of this shard"));
    }

    /**
     * Returns false, because newly learned boilerplate changes the matches without a change of the reader, and other users may see other
     * documents.
     */
    @Override
    public boolean isCacheable(LeafReaderContext leaf) {
        return false;
    }
}
