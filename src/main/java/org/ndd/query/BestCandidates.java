package org.ndd.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.PriorityQueue;
import org.ndd.lucene.CandidateWalk;

/**
 * Keeps the best candidates of a shard, by descending score, then by document. So the selection does not depend on the order in which they
 * are added. Memory is proportional to the number of kept candidates.
 */
final class BestCandidates {

    /**
     * A candidate.
     *
     * @param doc document number within the shard
     * @param probes bits of the pages with which it is compared
     */
    record Candidate(int doc, long score, long probes) {

        static final Comparator<Candidate> BEST_FIRST =
                Comparator.comparingLong(Candidate::score).reversed().thenComparingInt(Candidate::doc);
    }

    private final PriorityQueue<Candidate> worstFirst;
    private int seen;

    /**
     * Creates an empty selection.
     *
     * @param maxCandidates maximum number of candidates to keep
     */
    BestCandidates(int maxCandidates) {
        worstFirst = new PriorityQueue<>(maxCandidates) {
            @Override
            protected boolean lessThan(Candidate a, Candidate b) {
                return Candidate.BEST_FIRST.compare(a, b) > 0;
            }
        };
    }

    /**
     * Adds all candidates of a segment.
     *
     * @param docBase first document number of the segment within the shard
     */
    void addAll(CandidateWalk walk, int docBase) throws IOException {
        for (int doc = walk.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = walk.nextDoc()) {
            seen++;
            worstFirst.insertWithOverflow(new Candidate(docBase + doc, walk.score(), walk.probes()));
        }
    }

    /** Returns the number of added candidates, including those that were not kept. */
    int seen() {
        return seen;
    }

    /** Removes and returns the kept candidates, ascending by document. */
    List<Candidate> drain() {
        List<Candidate> kept = new ArrayList<>(worstFirst.size());
        while (worstFirst.size() > 0) {
            kept.add(worstFirst.pop());
        }
        kept.sort(Comparator.comparingInt(Candidate::doc));
        return kept;
    }
}
