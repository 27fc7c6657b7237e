package org.ndd.partition.shard;

import java.io.IOException;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.partition.plan.TermQuery.TermKind;
import org.ndd.partition.shard.ShardTerms.FirstDocs;

/** Holds terms in ascending order, each with a number and with documents in rank order. Not thread-safe. */
public abstract class TermDocs implements Writeable {

    private static final int TERM_BYTES = 16;

    private BytesRef[] terms;
    private int[] numbers;
    private int[] ends;
    private int size;
    private final DocList docs;
    private long bytes;

    TermDocs(int width) {
        terms = new BytesRef[64];
        numbers = new int[64];
        ends = new int[64];
        docs = new DocList(width);
    }

    TermDocs(StreamInput in) throws IOException {
        size = in.readVInt();
        terms = new BytesRef[size];
        numbers = new int[size];
        ends = new int[size];
        for (int i = 0, end = 0; i < size; i++) {
            terms[i] = in.readBytesRef();
            numbers[i] = in.readVInt();
            end += in.readVInt();
            ends[i] = end;
            bytes += TERM_BYTES + terms[i].length;
        }
        docs = new DocList(in);
        bytes += docs.size() * docs.rowBytes();
    }

    /** Starts a term, which is not copied; its documents follow with {@link #addDocument}. */
    final void addTerm(BytesRef term, int number) {
        terms = ArrayUtil.grow(terms, size + 1);
        numbers = ArrayUtil.grow(numbers, size + 1);
        ends = ArrayUtil.grow(ends, size + 1);
        terms[size] = term;
        numbers[size] = number;
        ends[size] = docs.size();
        size++;
        bytes += TERM_BYTES + term.length;
    }

    /** Adds a document to the last term, in rank order. */
    public final void addDocument(DocRows from, long row) {
        docs.add(from, row);
        ends[size - 1]++;
        bytes += docs.rowBytes();
    }

    /** Returns the bytes of memory, which are approximately those in messages. */
    public final long bytes() {
        return bytes;
    }

    public final int size() {
        return size;
    }

    public final BytesRef term(int i) {
        return terms[i];
    }

    final int number(int i) {
        return numbers[i];
    }

    public final int start(int i) {
        return i == 0 ? 0 : ends[i - 1];
    }

    public final int end(int i) {
        return ends[i];
    }

    public final DocRows docs() {
        return docs;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVInt(size);
        for (int i = 0; i < size; i++) {
            out.writeBytesRef(terms[i]);
            out.writeVInt(numbers[i]);
            out.writeVInt(ends[i] - start(i));
        }
        docs.writeTo(out);
    }

    /**
     * Consecutive terms of one shard in ascending order, each with the number of documents that take part and the first of them in rank
     * order. If the query requests it, the documents have their values of {@code must_agree}. The requested limits bound the length, and so
     * the memory of a cursor on both sides. If few documents take part, the batch is shorter or empty, so that its work is bounded too.
     */
    public static final class TermBatch extends TermDocs {

        private BytesRef after;

        TermBatch(int width) {
            super(width);
        }

        public TermBatch(StreamInput in) throws IOException {
            super(in);
            after = in.readOptional(StreamInput::readBytesRef);
        }

        /** Adds a term with its first documents, which must be in rank order. */
        void add(BytesRef term, int frequency, FirstDocs first, DocRows docsOfShard) {
            addTerm(BytesRef.deepCopyOf(term), frequency);
            for (int i = 0; i < first.size(); i++) {
                addDocument(docsOfShard, first.doc(i));
            }
        }

        /** Records that the shard was examined only up to this term. */
        void continueAfter(BytesRef term) {
            after = BytesRef.deepCopyOf(term);
        }

        public boolean last() {
            return after == null;
        }

        /** Returns the term after which the next batch starts, which need not be in this batch; {@code null} if this is the last batch. */
        public BytesRef after() {
            return after;
        }

        /** Returns the number of documents of the shard that take part and have the term. */
        public int frequency(int i) {
            return number(i);
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeOptional(StreamOutput::writeBytesRef, after);
        }

        @Override
        public String toString() {
            return "TermBatch[" + size() + " terms" + (size() == 0 ? "" : " from " + term(0)) + ", after=" + after
                    + "]";
        }
    }

    /**
     * The results of merging the terms of all shards, sent to one shard: terms of the shard in ascending order, each with a weight and with
     * documents of any shard in rank order.
     *
     * <p>For a digest these are the originals, one for each set of values of {@code must_agree}. For a fingerprint, they are the head of
     * its posting list, which is usually the whole list. A shard does not have to look up its documents of a whole list, which would take
     * most of the time.
     */
    public static final class TermDelivery extends TermDocs {

        private final TermKind kind;

        public TermDelivery(TermKind kind, int width) {
            super(width);
            this.kind = kind;
        }

        public TermDelivery(StreamInput in) throws IOException {
            super(in);
            kind = in.readEnum(TermKind.class);
        }

        /**
         * Starts a term; its documents follow with {@link #addDocument}.
         *
         * @param term is not copied
         * @param weight weight of a candidate that shares the term, 0 to 2^28
         * @param whole whether all documents that count for the term follow
         * @param common whether too many documents have the term
         */
        public void add(BytesRef term, int weight, boolean whole, boolean common) {
            addTerm(term, weight << 2 | (common ? 2 : 0) | (whole ? 1 : 0));
        }

        public TermKind kind() {
            return kind;
        }

        public int weight(int i) {
            return number(i) >> 2;
        }

        /** Whether too many documents have the term, so that fewer of them are examined. */
        public boolean isCommon(int i) {
            return (number(i) & 2) != 0;
        }

        /** Whether the documents of a term are all documents that count for it. */
        public boolean isWhole(int i) {
            return (number(i) & 1) != 0;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeEnum(kind);
        }
    }
}
