package org.ndd.partition.shard;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.FilteredDocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.InPlaceMergeSorter;
import org.apache.lucene.util.StringHelper;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.fingerprint.FingerprintTerms;
import org.ndd.partition.plan.TermQuery;
import org.ndd.partition.plan.TermQuery.TermKind;
import org.ndd.partition.shard.PinnedShard.ShardDocs;
import org.ndd.partition.shard.TermDocs.TermBatch;

/** Reads a shard's terms in order, with the documents that count for them. Thread-safe. */
final class ShardTerms {

    private final PinnedShard pinned;
    private final ShardDecisions decisions;
    private final BoilerplateFingerprints boilerplate;

    ShardTerms(PinnedShard pinned, ShardDecisions decisions, BoilerplateFingerprints boilerplate) {
        this.pinned = pinned;
        this.decisions = decisions;
        this.boilerplate = boilerplate;
    }

    /**
     * Selects the documents that count for a term. For a fingerprint, these exclude exact duplicates, and documents that have it only
     * because of their site's boilerplate.
     */
    IntPredicate counted(TermKind kind, BytesRef term) {
        FixedBitSet participants = pinned.participants();
        if (kind != TermKind.FINGERPRINT) {
            return participants::get;
        }
        FixedBitSet exact = decisions.exact();
        if (boilerplate.isEmpty()) {
            return doc -> participants.get(doc) && exact.get(doc) == false;
        }
        long fingerprint = FingerprintTerms.decode(term.bytes, term.offset, term.length);
        return doc -> participants.get(doc) && exact.get(doc) == false && boilerplate.has(doc, fingerprint) == false;
    }

    /** Returns the number of pairs of a term of a kind and a document, including documents that do not count. */
    long postings(TermKind kind) throws IOException {
        Terms terms = MultiTerms.getTerms(pinned.reader(), kind.field(pinned.target()));
        return terms == null ? 0 : terms.getSumDocFreq();
    }

    /** Returns a cursor over the terms of a kind. */
    TermsEnum iterator(TermKind kind) throws IOException {
        Terms terms = MultiTerms.getTerms(pinned.reader(), kind.field(pinned.target()));
        return terms == null ? TermsEnum.EMPTY : terms.iterator();
    }

    /**
     * Returns the next terms of a query, each with the number of documents that count and the first of these in rank order. Examines at
     * most the terms and postings that the query allows, plus the rest of the last list.
     */
    TermBatch next(TermQuery query) throws IOException {
        TermsEnum terms = iterator(query.kind());
        Batch batch = new Batch(query);
        if (query.slice().terms() == null) {
            walk(terms, query, batch);
        } else {
            lookUp(terms, query, batch);
        }
        return batch.terms;
    }

    private static void walk(TermsEnum terms, TermQuery query, Batch batch) throws IOException {
        BytesRef term = seek(terms, query);
        while (term != null && StringHelper.startsWith(term, query.prefix())) {
            if (batch.take(term, terms, query.slice().has(term))) {
                return;
            }
            term = terms.next();
        }
    }

    /** Examines only the given terms, most of which the shard may not have. */
    private static void lookUp(TermsEnum terms, TermQuery query, Batch batch) throws IOException {
        for (BytesRef term : query.slice().terms()) {
            if (batch.take(term, terms, terms.seekExact(term))) {
                return;
            }
        }
    }

    private final class Batch {

        private final TermQuery query;
        private final TermBatch terms;
        private final FirstDocs first;
        private PostingsEnum postings;
        private long work;

        Batch(TermQuery query) {
            this.query = query;
            int width = query.keyed() ? pinned.docs().width() : 0;
            terms = new TermBatch(width);
            first = new FirstDocs(
                    pinned.docs(), query.limits().perTerm(), query.kind() == TermKind.DIGEST && width > 0);
        }

        /** Examines a term, on which the cursor is if it is wanted; returns whether the response has its full length. */
        boolean take(BytesRef term, TermsEnum cursor, boolean requested) throws IOException {
            work++;
            boolean omitted = query.kind() == TermKind.FINGERPRINT && decisions.isKnownUnique(term);
            if (requested && omitted == false) {
                work += cursor.docFreq();
                postings = cursor.postings(postings, PostingsEnum.NONE);
                int frequency = collect(counted(query.kind(), term), postings, first);
                if (frequency > 0) {
                    first.sort();
                    terms.add(term, frequency, first, pinned.docs());
                }
            }
            boolean full = terms.bytes() >= query.limits().bytes()
                    || work >= query.limits().work();
            if (full) {
                terms.continueAfter(term);
            }
            return full;
        }
    }

    /** Moves a cursor to a term that the shard returned. */
    static void find(TermsEnum terms, BytesRef term) throws IOException {
        if (terms.seekExact(term) == false) {
            throw new IllegalStateException("term [" + term + "] is not in the shard that named it");
        }
    }

    private static BytesRef seek(TermsEnum terms, TermQuery query) throws IOException {
        BytesRef start = query.after() == null ? query.prefix() : query.after();
        if (terms.seekCeil(start) == TermsEnum.SeekStatus.END) {
            return null;
        }
        return query.after() != null && terms.term().bytesEquals(query.after()) ? terms.next() : terms.term();
    }

    private static int collect(IntPredicate counted, PostingsEnum postings, FirstDocs first) throws IOException {
        first.clear();
        int frequency = 0;
        for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
            if (counted.test(doc)) {
                frequency++;
                first.offer(doc);
            }
        }
        return frequency;
    }

    DocIdSetIterator documents(TermKind kind, BytesRef term) throws IOException {
        TermsEnum terms = iterator(kind);
        IntPredicate counts = counted(kind, term);
        if (terms.seekExact(term) == false) {
            return DocIdSetIterator.empty();
        }
        return new FilteredDocIdSetIterator(terms.postings(null, PostingsEnum.NONE)) {
            @Override
            protected boolean match(int doc) {
                return counts.test(doc);
            }
        };
    }

    /**
     * Selects the first documents of a posting list in rank order, up to a limit: of all offered documents, or of the first document of
     * each set of values of {@code must_agree}. Reused from one list to the next. Holds at most twice the limit. When it drops documents,
     * at least as many documents above them as the limit remain. Amortized O(log n) per offer.
     */
    static final class FirstDocs {

        private final ShardDocs docs;
        private final int limit;
        private final boolean ofEachKey;
        private final int[] picked;
        private int size;
        /**
         * Whether the first {@link #limit} documents are selected and in rank order, so that documents below the last of them do not count.
         */
        private boolean full;

        /** @param ofEachKey whether only the first document of each set of values of {@code must_agree} counts */
        FirstDocs(ShardDocs docs, int limit, boolean ofEachKey) {
            this.docs = docs;
            this.limit = limit;
            this.ofEachKey = ofEachKey;
            this.picked = new int[2 * limit];
        }

        void clear() {
            size = 0;
            full = false;
        }

        void offer(int doc) {
            if (limit == 0 || full && docs.compare(doc, picked[limit - 1]) > 0) {
                return;
            }
            picked[size++] = doc;
            if (size == picked.length) {
                sort();
            }
        }

        /** Sorts the selected documents in rank order, and drops all others. */
        void sort() {
            new InPlaceMergeSorter() {
                @Override
                protected int compare(int i, int j) {
                    return docs.compare(picked[i], picked[j]);
                }

                @Override
                protected void swap(int i, int j) {
                    int doc = picked[i];
                    picked[i] = picked[j];
                    picked[j] = doc;
                }
            }.sort(0, size);
            if (ofEachKey) {
                keepFirstOfEachKey();
            }
            full = size >= limit;
            size = Math.min(size, limit);
        }

        private void keepFirstOfEachKey() {
            Set<MustAgreeKeys> seen = new HashSet<>();
            int kept = 0;
            for (int i = 0; i < size; i++) {
                if (seen.add(docs.keys(picked[i]))) {
                    picked[kept++] = picked[i];
                }
            }
            size = kept;
        }

        int size() {
            return size;
        }

        /** Returns a selected document, 0 to {@link #size} − 1, in rank order after {@link #sort}. */
        int doc(int i) {
            return picked[i];
        }
    }
}
