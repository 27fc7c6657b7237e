package org.ndd.partition.shard;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.LongArray;
import org.elasticsearch.core.CheckedSupplier;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.Uid;
import org.ndd.bulk.CloseOnFailure;
import org.ndd.bulk.PeriodicCheck;
import org.ndd.config.ShardPosition;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.Rank;
import org.ndd.core.group.Role;
import org.ndd.pair.CandidateReader;
import org.ndd.pair.MustAgreeFields;
import org.ndd.pair.StoredIds.StoredId;
import org.ndd.partition.plan.DocRef;

/**
 * Holds the data of a shard that an attempt of a run reads: the pinned reader, and the documents that take part, with their ranks and their
 * values of {@code must_agree}. Derived from the reader and the plan, so it can be recomputed on any copy. Does not change after opening,
 * except by {@link #sample}.
 */
public final class PinnedShard implements Releasable {

    /** Number of sets of documents: participants, exact duplicates, pending documents, and heads of groups. */
    private static final long BIT_SETS = 4;

    private final Pin pin;
    private final IndexReader reader;
    private final Fields fields;
    private final RankOrder order;
    private final BigArrays bigArrays;
    private final long bitSetBytes;
    private final FixedBitSet participants;
    private final ShardDocs docs;

    /**
     * The reader of a shard at the time when it was pinned.
     *
     * @param ordinal number of the shard in the plan
     * @param reader the pinned reader, wrapped as document- and field-level security require
     * @param pinnedAt the shard's last operation when it was pinned
     * @param onClose closes the reader
     */
    public record Pin(int ordinal, IndexReader reader, ShardPosition pinnedAt, Releasable onClose) {}

    /** The fields that a run reads, below the target field of the processor. */
    public record Fields(String target, CandidateReader candidates, MustAgreeFields mustAgree) {}

    /**
     * @param finder finds the documents that take part: live, visible, and matching the run's query. Called when memory for several such
     *     sets is reserved. The set is as long as the reader has documents, at least one
     * @param bigArrays with circuit breaking
     * @param ensureNotCancelled called periodically
     */
    public PinnedShard(
            Pin pin,
            Fields fields,
            RankOrder order,
            CheckedSupplier<FixedBitSet, IOException> finder,
            BigArrays bigArrays,
            Runnable ensureNotCancelled)
            throws IOException {
        this.pin = pin;
        this.reader = pin.reader();
        this.fields = fields;
        this.order = order;
        this.bigArrays = bigArrays;
        // memory is reserved before the sets are created
        long bits = BIT_SETS * Long.BYTES * (long) FixedBitSet.bits2words(Math.max(1, reader.maxDoc()));
        breaker().addEstimateBytesAndMaybeBreak(bits, "ndd documents");
        this.bitSetBytes = bits;
        try (CloseOnFailure opened = new CloseOnFailure(() -> breaker().addWithoutBreaking(-bits))) {
            participants = finder.get();
            docs = new ShardDocs(
                    pin.ordinal(), reader.maxDoc(), fields.mustAgree().size(), bigArrays);
            opened.replace(this::closeDocs);
            PeriodicCheck check = new PeriodicCheck(ensureNotCancelled);
            order.rank(docs, reader, fields.target(), participants, bigArrays, check);
            readKeys(fields.mustAgree(), check);
            opened.release();
        }
    }

    private void closeDocs() {
        breaker().addWithoutBreaking(-bitSetBytes);
        docs.close();
    }

    private void readKeys(MustAgreeFields mustAgree, PeriodicCheck check) throws IOException {
        for (LeafReaderContext leaf : mustAgree.size() == 0 ? List.<LeafReaderContext>of() : reader.leaves()) {
            MustAgreeFields.Segment segment = mustAgree.in(leaf);
            for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
                check.step();
                if (participants.get(leaf.docBase + doc)) {
                    docs.keys(leaf.docBase + doc, segment.keys(doc));
                }
            }
        }
    }

    /** Whether its documents belong to a reference, in which all documents lead. */
    public boolean isOfReference() {
        return order == RankOrder.REFERENCE;
    }

    public int ordinal() {
        return pin.ordinal();
    }

    public ShardPosition pinnedAt() {
        return pin.pinnedAt();
    }

    public IndexReader reader() {
        return reader;
    }

    String target() {
        return fields.target();
    }

    int maxDoc() {
        return reader.maxDoc();
    }

    BigArrays bigArrays() {
        return bigArrays;
    }

    CircuitBreaker breaker() {
        return bigArrays.breakerService().getBreaker(CircuitBreaker.REQUEST);
    }

    FixedBitSet participants() {
        return participants;
    }

    /** Returns the documents with their ranks; documents that do not take part have none. */
    ShardDocs docs() {
        return docs;
    }

    public int documents() {
        return participants.cardinality();
    }

    public long count(FixedBitSet some) {
        return FixedBitSet.intersectionCount(participants, some);
    }

    /**
     * Reduces the documents that take part to a share: those whose hash of the id is below it, the same ones in any run and on any shard.
     * All documents of a reference take part. Must be called before other data is derived from the documents.
     *
     * @param share above 0, at most 1
     */
    public void sample(double share) {
        long bound = (long) (share * (1L << 32));
        for (int doc = 0; share < 1 && isOfReference() == false && doc < participants.length(); doc++) {
            if (participants.get(doc) && order.idHash(docs, doc) >= bound) {
                participants.clear(doc);
            }
        }
    }

    /**
     * Returns about {@code size} of the documents that take part, in order of document: the first by hash of the id, so always the same
     * ones.
     *
     * @param size approximate number; all documents if there are not more
     */
    public int[] sampleOf(int size) {
        double share = Math.min(1, (double) size / Math.max(1, documents()));
        long bound = (long) (share * (1L << 32));
        return IntStream.range(0, participants.length())
                .filter(doc -> participants.get(doc) && order.idHash(docs, doc) < bound)
                .toArray();
    }

    /** Returns a document to send to the home shard of its leader, which is document {@code head} there. */
    Member member(int doc, int head, Role role, long original) throws IOException {
        return member(doc, fields.candidates().id(doc), head, role, original);
    }

    Member member(int doc, String id, int head, Role role, long original) throws IOException {
        return member(doc, fields.candidates().named(doc, id), head, role, original);
    }

    private Member member(int doc, StoredId id, int head, Role role, long original) throws IOException {
        return new Member(
                head,
                docs.ref(doc),
                role,
                original,
                fields.candidates().stored(doc, id.routing()),
                fields.candidates().read(doc, id.id(), docs.doc(doc).rank()),
                docs.keys(doc));
    }

    interface IdSink {

        void accept(int doc, String id) throws IOException;
    }

    /**
     * Passes documents to a sink, for each segment in order of their encoded ids; the check is executed once per id. Reads the ids from the
     * dictionary, at about one million per second; reading an id from a stored field takes about ten microseconds.
     */
    static void forEachId(IndexReader reader, FixedBitSet docs, PeriodicCheck check, IdSink sink) throws IOException {
        for (LeafReaderContext leaf : reader.leaves()) {
            Terms ids = leaf.reader().terms(IdFieldMapper.NAME);
            TermsEnum terms = ids == null ? TermsEnum.EMPTY : ids.iterator();
            PostingsEnum postings = null;
            for (BytesRef id = terms.next(); id != null; id = terms.next()) {
                check.step();
                postings = terms.postings(postings, PostingsEnum.NONE);
                for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                    if (docs.get(leaf.docBase + doc)) {
                        sink.accept(leaf.docBase + doc, Uid.decodeId(id.bytes, id.offset, id.length));
                    }
                }
            }
        }
    }

    /**
     * Returns the first document of a set from {@code doc} on, which may be after its end; {@link DocIdSetIterator#NO_MORE_DOCS} if there
     * is none.
     */
    static int nextDoc(FixedBitSet docs, int doc) {
        return doc < docs.length() ? docs.nextSetBit(doc) : DocIdSetIterator.NO_MORE_DOCS;
    }

    @Override
    public void close() {
        Releasables.close(this::closeDocs, pin.onClose());
    }

    /**
     * Stores all documents of a shard, each in the row of its Lucene document number, with its rank and its values of {@code must_agree}:
     * 16 bytes per document and 8 per field of {@code must_agree}, on the request circuit breaker.
     */
    static final class ShardDocs extends DocRows implements Releasable {

        /** Numbers per row before the fields: the halves of the rank. */
        private static final int NUMBERS = 2;

        private final int shard;
        private final LongArray numbers;

        /**
         * @param width number of fields of {@code must_agree}; initially documents have no values
         */
        ShardDocs(int shard, int maxDoc, int width, BigArrays bigArrays) {
            super(width);
            this.shard = shard;
            this.numbers = bigArrays.newLongArray(Math.max(1, maxDoc * stride()), true);
        }

        private long stride() {
            return NUMBERS + width();
        }

        void rank(int doc, Rank rank) {
            numbers.set(doc * stride(), rank.high());
            numbers.set(doc * stride() + 1, rank.low());
        }

        void keys(int doc, MustAgreeKeys keys) {
            long[] values = keys.toArray();
            for (int field = 0; field < width(); field++) {
                numbers.set(doc * stride() + NUMBERS + field, values[field]);
            }
        }

        int ordinal() {
            return shard;
        }

        @Override
        public long ref(long doc) {
            return DocRef.of(shard, (int) doc);
        }

        @Override
        long number(long doc, int i) {
            return numbers.get(doc * stride() + i);
        }

        int compare(int doc, int other) {
            return compare(doc, this, other);
        }

        @Override
        public void close() {
            Releasables.close(numbers);
        }
    }
}
