package org.ndd.partition.shard;

import java.io.IOException;
import java.util.function.IntPredicate;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.StringHelper;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.BitArray;
import org.elasticsearch.common.util.IntArray;
import org.elasticsearch.common.util.LongArray;
import org.elasticsearch.common.util.LongHash;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.bulk.CloseOnFailure;
import org.ndd.bulk.PeriodicCheck;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.Scoreboard;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.TermQuery.TermKind;
import org.ndd.partition.shard.PinnedShard.ShardDocs;
import org.ndd.partition.shard.TermDocs.TermDelivery;

/**
 * Collects the heads of the posting lists of the documents that a rank window decides on a shard. Selects their best predecessors when all
 * lists have arrived. The result does not depend on the order of arrival, because scores are sums.
 *
 * <p>With fields of {@code must_agree}, the lists are longer, and each document uses the first entries whose values agree with its own.
 * Only entries of a list that at least one document uses are stored.
 *
 * <p>Memory on the request circuit breaker: 4 bytes per entry of a list head, 12 per pair of document and list, and 4 more while the best
 * are selected. In addition, {@link PostingHeads} needs memory once for each document in any head.
 */
final class CandidateCollector implements Releasable {

    private final ShardDocs docs;
    private final BigArrays bigArrays;
    private final IntPredicate inWindow;
    private final CandidateParameters rule;
    private final int maxDoc;
    private IntArray pairDocs;
    private IntArray pairLists;
    private long pairs;
    private LongArray listEnds;
    /** The weight of each list, times 2, plus 1 if it is too common. */
    private IntArray listWeights;

    private int lists;
    private final PostingHeads heads;
    private IntArray listed;
    private long entries;

    /**
     * @param inWindow the documents that the window decides
     * @param rule which documents count
     */
    CandidateCollector(
            ShardDocs docs, int maxDoc, IntPredicate inWindow, CandidateParameters rule, BigArrays bigArrays) {
        this.docs = docs;
        this.maxDoc = maxDoc;
        this.inWindow = inWindow;
        this.rule = rule;
        this.bigArrays = bigArrays;
        this.heads = new PostingHeads(rule.isOfSets() ? 0 : docs.width(), bigArrays);
        try (CloseOnFailure opened = new CloseOnFailure(this)) {
            pairDocs = bigArrays.newIntArray(256, false);
            pairLists = bigArrays.newIntArray(256, false);
            listEnds = bigArrays.newLongArray(64, false);
            listWeights = bigArrays.newIntArray(64, false);
            listed = bigArrays.newIntArray(256, false);
            opened.release();
        }
    }

    void add(TermDelivery delivery, ShardTerms shardTerms) throws IOException {
        TermsEnum terms = null;
        PostingsEnum postings = null;
        for (int i = 0; i < delivery.size(); i++) {
            FixedBitSet taken = new FixedBitSet(delivery.end(i) - delivery.start(i));
            if (delivery.isWhole(i)) {
                for (int row = delivery.start(i); row < delivery.end(i); row++) {
                    long ref = delivery.docs().ref(row);
                    if (DocRef.shard(ref) == docs.ordinal()) {
                        addDoc(delivery, i, DocRef.doc(ref), taken);
                    }
                }
            } else {
                terms = terms == null ? shardTerms.iterator(TermKind.FINGERPRINT) : terms;
                ShardTerms.find(terms, delivery.term(i));
                IntPredicate counted = shardTerms.counted(TermKind.FINGERPRINT, delivery.term(i));
                postings = terms.postings(postings, PostingsEnum.NONE);
                for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                    if (counted.test(doc)) {
                        addDoc(delivery, i, doc, taken);
                    }
                }
            }
            if (taken.cardinality() > 0) {
                addList(delivery, i, taken);
            }
        }
    }

    private void addDoc(TermDelivery delivery, int term, int doc, FixedBitSet taken) {
        if (inWindow.test(doc) && markUsed(delivery, term, doc, taken)) {
            pairDocs = bigArrays.grow(pairDocs, pairs + 1);
            pairLists = bigArrays.grow(pairLists, pairs + 1);
            pairDocs.set(pairs, doc);
            pairLists.set(pairs, lists);
            pairs++;
        }
    }

    /**
     * Marks the entries of a list that a document uses. Without fields of {@code must_agree}, the whole list is stored for any document.
     */
    private boolean markUsed(TermDelivery delivery, int term, int doc, FixedBitSet taken) {
        int start = delivery.start(term);
        if (delivery.docs().width() == 0) {
            // the first document of the list is above all others
            boolean any = delivery.docs().ref(start) != docs.ref(doc);
            taken.set(0, any ? taken.length() : 0);
            return any;
        }
        int most = rule.listHead(delivery.isCommon(term));
        int took = 0;
        for (int entry = start; entry < delivery.end(term) && took < most && isAbove(delivery, entry, doc); entry++) {
            if (docs.disagree(doc, delivery.docs(), entry) == false) {
                taken.set(entry - start);
                took++;
            }
        }
        return took > 0;
    }

    private boolean isAbove(TermDelivery delivery, int entry, int doc) {
        return docs.compare(doc, delivery.docs(), entry) > 0;
    }

    private void addList(TermDelivery delivery, int term, FixedBitSet taken) {
        listed = bigArrays.grow(listed, entries + taken.cardinality());
        for (int i = PinnedShard.nextDoc(taken, 0);
                i != DocIdSetIterator.NO_MORE_DOCS;
                i = PinnedShard.nextDoc(taken, i + 1)) {
            listed.set(entries++, heads.add(delivery.docs(), delivery.start(term) + i));
        }
        listEnds = bigArrays.grow(listEnds, lists + 1L);
        listWeights = bigArrays.grow(listWeights, lists + 1L);
        listEnds.set(lists, entries);
        listWeights.set(lists, delivery.weight(term) << 1 | (delivery.isCommon(term) ? 1 : 0));
        lists++;
    }

    Predecessors best(Runnable ensureNotCancelled) {
        Predecessors predecessors = new Predecessors(maxDoc, docs.width(), bigArrays);
        try (CloseOnFailure opened = new CloseOnFailure(predecessors);
                LongArray ends = bigArrays.newLongArray(maxDoc + 1L, true);
                IntArray byDoc = bigArrays.newIntArray(Math.max(1, pairs), false)) {
            PeriodicCheck check = new PeriodicCheck(ensureNotCancelled);
            sortByDoc(ends, byDoc, check);
            Scoreboard scores = new Scoreboard();
            long[] bestRefs = new long[Scoreboard.PARTS * rule.predecessors()];
            long[] bestScores = new long[bestRefs.length];
            long start = 0;
            for (int doc = 0; doc < maxDoc; doc++) {
                check.step();
                long end = ends.get(doc);
                if (end > start) {
                    scores.reset();
                    int own = heads.find(docs.ref(doc));
                    for (long i = start; i < end; i++) {
                        addList(byDoc.get(i), doc, own, scores);
                    }
                    predecessors.add(
                            doc,
                            scores.bestOfEachPart(rule.predecessors(), bestRefs, bestScores),
                            bestRefs,
                            bestScores);
                }
                start = end;
            }
            predecessors.endListsUpTo(maxDoc);
            opened.release();
            return predecessors;
        }
    }

    /**
     * Sorts the lists by document with a counting sort. Then {@code ends[doc]} is the end of the lists of a document, and
     * {@code ends[doc - 1]} is their start.
     */
    private void sortByDoc(LongArray ends, IntArray byDoc, PeriodicCheck check) {
        for (long i = 0; i < pairs; i++) {
            check.step();
            ends.increment(pairDocs.get(i) + 1L, 1);
        }
        for (int doc = 1; doc <= maxDoc; doc++) {
            check.step();
            ends.set(doc, ends.get(doc) + ends.get(doc - 1L));
        }
        for (long i = 0; i < pairs; i++) {
            check.step();
            int doc = pairDocs.get(i);
            byDoc.set(ends.increment(doc, 1) - 1, pairLists.get(i));
        }
    }

    private void addList(int list, int doc, int own, Scoreboard scores) {
        long start = list == 0 ? 0 : listEnds.get(list - 1L);
        int weight = listWeights.get(list) >> 1;
        if (rule.isOfSets()) {
            long last = start;
            while (isAbove(list, last + 1, doc, own)) {
                last++;
            }
            add(last, weight, scores);
            return;
        }
        int took = 0;
        int most = rule.listHead((listWeights.get(list) & 1) != 0);
        for (long entry = start; took < most && isAbove(list, entry, doc, own); entry++) {
            if (docs.disagree(doc, heads.rows(), listed.get(entry)) == false) {
                add(entry, weight, scores);
                took++;
            }
        }
    }

    private void add(long entry, int weight, Scoreboard scores) {
        int head = listed.get(entry);
        long ref = heads.rows().ref(head);
        if (scores.addKnown(ref, weight) == false) {
            scores.add(ref, heads.rows().high(head), heads.rows().low(head), weight);
        }
    }

    /**
     * Whether the list has an entry at this position that is above a document of the list. Without fields of {@code must_agree}, the list
     * has all entries that are above the document, followed by the document itself unless it is beyond the end. Then no ranks are looked
     * up.
     *
     * @param own row of the document among the heads
     */
    private boolean isAbove(int list, long entry, int doc, int own) {
        if (entry == listEnds.get(list)) {
            return false;
        }
        int head = listed.get(entry);
        return heads.rows().width() == 0 ? head != own : docs.compare(doc, heads.rows(), head) > 0;
    }

    @Override
    public void close() {
        Releasables.close(pairDocs, pairLists, listEnds, listWeights, listed, heads);
    }

    /**
     * Stores the documents in heads of posting lists, each once. The first documents of many similar ones are in the heads of all their
     * lists. About 60 bytes per document, and 8 for each field of {@code must_agree}, on the request circuit breaker. Not thread-safe.
     */
    static final class PostingHeads implements Releasable {

        private static final int FIRST_DOCS = 64;

        private final LongHash numbers;
        private final DocArray rows;

        PostingHeads(int width, BigArrays bigArrays) {
            numbers = new LongHash(FIRST_DOCS, bigArrays);
            try (CloseOnFailure opened = new CloseOnFailure(numbers)) {
                rows = new DocArray(width, FIRST_DOCS, bigArrays);
                opened.release();
            }
        }

        /** Adds a document, unless it was added already; returns its row, the same one each time. */
        int add(DocRows from, long row) {
            long number = numbers.add(from.ref(row));
            if (number < 0) {
                return Math.toIntExact(-1 - number);
            }
            rows.grow(number + 1);
            rows.set(number, from, row);
            return Math.toIntExact(number);
        }

        /** Returns the row of a document, or -1 if it is in no head. */
        int find(long ref) {
            return Math.toIntExact(numbers.find(ref));
        }

        DocRows rows() {
            return rows;
        }

        @Override
        public void close() {
            Releasables.close(numbers, rows);
        }
    }

    /**
     * Stores the fingerprints of a shard that more than one document of the run has. Most fingerprints belong to only one document and give
     * no candidates, but only a merge over all shards shows that. The merge is done for the first rank window. The other windows omit the
     * fingerprints that it found in only one document.
     *
     * <p>Stores one bit per hash of a term. So a fingerprint of one document may count as shared, which costs time and changes no result.
     * Needs 4 to 8 bits per posting of the shard on the request circuit breaker, at most 512 MB.
     */
    static final class SharedTermsBloomFilter implements Releasable {

        private static final int BITS_PER_POSTING = 4;
        private static final int MIN_BITS = 1024;
        private static final int HASH_BITS = 32;
        private static final int SEED = 0x736861;

        private final int bits;
        private final BitArray shared;

        SharedTermsBloomFilter(long postings, BigArrays bigArrays) {
            long atLeast = Math.max(MIN_BITS, BITS_PER_POSTING * postings);
            bits = Math.min(HASH_BITS, Long.SIZE - Long.numberOfLeadingZeros(atLeast - 1));
            shared = new BitArray(1L << bits, bigArrays);
        }

        private long bitIndex(BytesRef term) {
            return Integer.toUnsignedLong(StringHelper.murmurhash3_x86_32(term, SEED)) >>> HASH_BITS - bits;
        }

        void add(BytesRef term) {
            shared.set(bitIndex(term));
        }

        /** Whether more than one document may have a term; always true if more than one has. */
        boolean mightContain(BytesRef term) {
            return shared.get(bitIndex(term));
        }

        @Override
        public void close() {
            shared.close();
        }
    }
}
