package org.ndd.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.PriorityQueue;
import org.elasticsearch.common.CheckedIntFunction;
import org.ndd.pair.CharacterLimit;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PairJudge;
import org.ndd.search.ComparedCandidates.BestCandidates.Candidate;

/**
 * Selects the candidates of a shard to compare, by their ranks and by the stored lengths of their texts, before any text is read. A pair is
 * rejected if its lengths alone show that the relation is too loose. The others are compared in rank order until the {@link CharacterLimit}
 * is reached.
 *
 * @param all candidates, ascending by document
 * @param compared candidates that are compared, with the pages that they are compared with, ascending by document
 * @param beyondLimit number of candidates that are not compared with all pages to which they could be related, because of the limit
 */
record ComparedCandidates(List<Candidate> all, List<Candidate> compared, int beyondLimit) {

    /**
     * Selects the candidates. O(candidates * (log candidates + pages)).
     *
     * @param candidates the best of the shard, ascending by document
     * @param lengths returns an upper bound of the length of a text, in UTF-16 code units, by the number of its document within the shard,
     *     without reading the text; 0 for a document without a text
     * @param like the pages, with their boilerplate
     * @param judge decides whether two pages are related
     */
    static ComparedCandidates of(
            List<Candidate> candidates,
            CheckedIntFunction<Long, IOException> lengths,
            List<ComparablePage> like,
            PairJudge judge,
            CharacterLimit limit)
            throws IOException {
        long[] textLengths = new long[candidates.size()];
        List<Integer> bestFirst = new ArrayList<>(textLengths.length);
        for (int i = 0; i < textLengths.length; i++) {
            textLengths[i] = lengths.apply(candidates.get(i).doc());
            bestFirst.add(i);
        }
        bestFirst.sort(Comparator.comparing(candidates::get, Candidate.BEST_FIRST));
        List<Candidate> compared = new ArrayList<>();
        int skipped = 0;
        for (int i : bestFirst) {
            Candidate candidate = candidates.get(i);
            long probes = 0;
            boolean exceedsLimit = false;
            for (long remaining = candidate.probes(); remaining != 0; remaining &= remaining - 1) {
                ComparablePage page = like.get(Long.numberOfTrailingZeros(remaining));
                if (judge.isFarFromAll(page, textLengths[i]) == false) {
                    boolean fits = limit.take(textLengths[i] + page.text().length());
                    probes |= fits ? Long.lowestOneBit(remaining) : 0;
                    exceedsLimit |= fits == false;
                }
            }
            if (probes != 0) {
                compared.add(new Candidate(candidate.doc(), candidate.score(), probes));
            }
            skipped += exceedsLimit ? 1 : 0;
        }
        compared.sort(Comparator.comparingInt(Candidate::doc));
        return new ComparedCandidates(candidates, compared, skipped);
    }

    List<Candidate> inSegment(LeafReaderContext leaf) {
        return compared.subList(
                lowerBound(compared, leaf.docBase),
                lowerBound(compared, leaf.docBase + leaf.reader().maxDoc()));
    }

    /** Returns the position of a candidate by its document, or the bitwise complement of the insertion position. */
    private static int place(List<Candidate> candidates, int doc) {
        return Collections.binarySearch(candidates, new Candidate(doc, 0, 0), Comparator.comparingInt(Candidate::doc));
    }

    private static int lowerBound(List<Candidate> candidates, int doc) {
        int place = place(candidates, doc);
        return place < 0 ? ~place : place;
    }

    /** Returns the candidate with a document number; {@code null} if there is none. */
    static Candidate find(List<Candidate> candidates, int doc) {
        int place = place(candidates, doc);
        return place < 0 ? null : candidates.get(place);
    }

    /**
     * Keeps the best candidates of a shard, by descending score, then by document. So the selection does not depend on the order in which
     * they are added. Memory is proportional to the number of kept candidates.
     */
    static final class BestCandidates {

        /**
         * @param doc document number within the shard
         * @param probes bits of the pages with which it is compared
         */
        record Candidate(int doc, long score, long probes) {

            static final Comparator<Candidate> BEST_FIRST =
                    Comparator.comparingLong(Candidate::score).reversed().thenComparingInt(Candidate::doc);
        }

        private final PriorityQueue<Candidate> worstFirst;
        private int seen;

        /** @param maxCandidates maximum number of candidates to keep */
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
}
