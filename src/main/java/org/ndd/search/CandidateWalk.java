package org.ndd.search;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.PriorityQueue;

/**
 * Iterates over the candidates in the posting lists of one segment, ascending by document. Candidates are visible documents that share
 * enough with one of the searched pages, each with the shared weight. Memory is that of the posting lists' cursors, independent of the
 * number of candidates. Used by one thread.
 */
final class CandidateWalk extends DocIdSetIterator {

    /** Number of documents between two checks for cancellation. */
    private static final int CHECK_EVERY = 1 << 12;

    private final CandidateTerms terms;
    private final PriorityQueue<Postings> queue;
    private final DocFilter accepted;
    private final Runnable check;
    private final Runnable cut;
    private final int[] shared;
    private final long[] scores;
    private final long cost;
    private final boolean common;
    private long touched;
    private long exact;
    private int doc = -1;
    private int sinceCheck;

    @FunctionalInterface
    interface DocFilter {

        /**
         * Returns bits of the pages for which a document may be a candidate; 0 for none.
         *
         * @param doc document number within the segment
         */
        long probes(int doc) throws IOException;
    }

    static final class Postings {

        private final PostingsEnum docs;
        private final CandidateTerms.Term term;
        private int doc = -1;
        private int counted;

        Postings(PostingsEnum docs, CandidateTerms.Term term) {
            this.docs = docs;
            this.term = term;
        }
    }

    CandidateWalk(CandidateTerms terms, List<Postings> postings, DocFilter accepted, Runnable check, Runnable cut) {
        this.terms = terms;
        this.cut = cut;
        this.accepted = accepted;
        this.check = check;
        this.shared = new int[terms.probes().size()];
        this.scores = new long[terms.probes().size()];
        this.queue = new PriorityQueue<>(postings.size()) {
            @Override
            protected boolean lessThan(Postings a, Postings b) {
                return a.doc < b.doc;
            }
        };
        postings.forEach(queue::add);
        this.common = postings.stream().anyMatch(list -> list.term.common());
        this.cost = postings.stream().mapToLong(list -> list.docs.cost()).sum();
    }

    @Override
    public int docID() {
        return doc;
    }

    @Override
    public int nextDoc() throws IOException {
        return find(doc + 1);
    }

    /** Visits all documents if a term is too common: the end of its list must not depend on the other conditions of a search. */
    @Override
    public int advance(int target) throws IOException {
        return common ? slowAdvance(target) : find(target);
    }

    private int find(int target) throws IOException {
        int minDoc = target;
        while (true) {
            while (queue.top().doc < minDoc) {
                Postings behind = queue.top();
                behind.doc = behind.docs.advance(minDoc);
                queue.updateTop();
            }
            doc = queue.top().doc;
            if (doc == NO_MORE_DOCS) {
                return doc;
            }
            if (++sinceCheck >= CHECK_EVERY) {
                sinceCheck = 0;
                check.run();
            }
            long allowed = accepted.probes(doc);
            if (allowed != 0 && isCandidate(allowed)) {
                return doc;
            }
            minDoc = doc + 1;
        }
    }

    /** Sums up the weights that the document shares, from all cursors positioned on it, and advances these cursors. */
    private boolean isCandidate(long allowed) throws IOException {
        forget();
        for (Postings at = queue.top(); at.doc == doc; at = queue.updateTop()) {
            long probes = at.term.probes() & allowed;
            for (long left = probes; left != 0; left &= left - 1) {
                int probe = Long.numberOfTrailingZeros(left);
                scores[probe] += at.term.weight();
                shared[probe] += at.term.digest() ? 0 : 1;
            }
            touched |= probes;
            exact |= at.term.digest() ? probes : 0;
            at.doc = next(at);
        }
        return probes() != 0;
    }

    /** Returns the next document of a list. If too many documents have the term, the list ends after a fixed number. */
    private int next(Postings list) throws IOException {
        int next = list.docs.nextDoc();
        if (list.term.common() && next != NO_MORE_DOCS && ++list.counted >= CandidateTerms.COMMON_DOCUMENTS) {
            cut.run();
            return NO_MORE_DOCS;
        }
        return next;
    }

    private void forget() {
        for (long left = touched; left != 0; left &= left - 1) {
            int probe = Long.numberOfTrailingZeros(left);
            shared[probe] = 0;
            scores[probe] = 0;
        }
        touched = 0;
        exact = 0;
    }

    /** Returns bits of the pages for which the document is a candidate; at least one bit is set. */
    long probes() {
        long probes = exact;
        for (long left = touched; left != 0; left &= left - 1) {
            int probe = Long.numberOfTrailingZeros(left);
            if (shared[probe] >= terms.minimumShared()) {
                probes |= 1L << probe;
            }
        }
        return probes;
    }

    /** Returns the score of the document: the largest sum over the pages; the maximum if digests are equal. */
    long score() {
        long best = 0;
        for (long left = probes(); left != 0; left &= left - 1) {
            best = Math.max(best, scores[Long.numberOfTrailingZeros(left)]);
        }
        return exact == 0 ? best : Long.MAX_VALUE;
    }

    /** Returns the largest share of a page's fingerprints that the document has, 0 to 1; 1 if digests are equal. */
    float share() {
        float best = exact == 0 ? 0 : 1;
        for (long left = probes() & ~exact; left != 0; left &= left - 1) {
            int probe = Long.numberOfTrailingZeros(left);
            float share = (float) shared[probe]
                    / terms.probes().get(probe).fingerprints().size();
            best = Math.max(best, share);
        }
        return best;
    }

    @Override
    public long cost() {
        return cost;
    }
}
