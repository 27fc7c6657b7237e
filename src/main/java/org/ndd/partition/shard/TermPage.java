package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * Some consecutive terms of one shard in ascending order, each with the number of documents that take part and the lowest in rank of them,
 * where that was asked for with what keeps them apart. As long as was asked for at most, so that a cursor costs a bounded amount of memory
 * on both sides; where few documents take part, less than that, or nothing, so that it takes a bounded amount of work too.
 */
public final class TermPage implements Writeable {

    private static final int DOC_BYTES = 20;

    private BytesRef[] terms = new BytesRef[64];
    private int[] frequencies = new int[64];
    private int[] ends = new int[64];
    private int size;
    private long[] high = new long[64];
    private long[] low = new long[64];
    private int[] docs = new int[64];
    private final KeyList keys;
    private BytesRef after;
    private long bytes;

    /** @param width fields that keep documents apart */
    TermPage(int width) {
        keys = new KeyList(width);
    }

    public TermPage(StreamInput in) throws IOException {
        size = in.readVInt();
        terms = new BytesRef[size];
        frequencies = new int[size];
        ends = new int[size];
        for (int i = 0, end = 0; i < size; i++) {
            terms[i] = in.readBytesRef();
            frequencies[i] = in.readVInt();
            end += in.readVInt();
            ends[i] = end;
        }
        int entries = size == 0 ? 0 : ends[size - 1];
        high = new long[entries];
        low = new long[entries];
        docs = new int[entries];
        for (int i = 0; i < entries; i++) {
            high[i] = in.readLong();
            low[i] = in.readLong();
            docs[i] = in.readVInt();
        }
        keys = new KeyList(in);
        after = in.readOptional(StreamInput::readBytesRef);
    }

    /**
     * Adds a term with its lowest documents, which must be in rank order.
     *
     * @param keysOfShard what keeps the documents of the shard apart, as many fields as this has
     */
    void add(BytesRef term, int frequency, LowestDocs lowest, KeyRows keysOfShard) {
        terms = ArrayUtil.grow(terms, size + 1);
        frequencies = ArrayUtil.grow(frequencies, size + 1);
        ends = ArrayUtil.grow(ends, size + 1);
        int start = start(size);
        int end = start + lowest.size();
        high = ArrayUtil.grow(high, end);
        low = ArrayUtil.grow(low, end);
        docs = ArrayUtil.grow(docs, end);
        lowest.copyTo(start, high, low, docs);
        for (int entry = start; entry < end; entry++) {
            keys.set(entry, keysOfShard, docs[entry]);
        }
        terms[size] = BytesRef.deepCopyOf(term);
        frequencies[size] = frequency;
        ends[size] = end;
        size++;
        bytes += term.length + 16L + (long) lowest.size() * (DOC_BYTES + Long.BYTES * keys.width());
    }

    /** Bytes on the wire, nearly. */
    long bytes() {
        return bytes;
    }

    /** Says that the shard was looked at up to this term only. */
    void goOnAfter(BytesRef term) {
        after = BytesRef.deepCopyOf(term);
    }

    /** Whether the shard has no more terms after this page. */
    public boolean last() {
        return after == null;
    }

    /** The term after which the next page begins, which need not be in here; {@code null} where this is the last. */
    public BytesRef after() {
        return after;
    }

    /** Number of terms. */
    public int size() {
        return size;
    }

    public BytesRef term(int i) {
        return terms[i];
    }

    /** Documents of the shard that take part and have the term. */
    public int frequency(int i) {
        return frequencies[i];
    }

    /** Where the documents of term {@code i} start. */
    public int start(int i) {
        return i == 0 ? 0 : ends[i - 1];
    }

    /** Where the documents of term {@code i} end. */
    public int end(int i) {
        return ends[i];
    }

    public long high(int entry) {
        return high[entry];
    }

    public long low(int entry) {
        return low[entry];
    }

    public int doc(int entry) {
        return docs[entry];
    }

    /** What keeps the documents apart, a row an entry. */
    public KeyRows keys() {
        return keys;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVInt(size);
        for (int i = 0; i < size; i++) {
            out.writeBytesRef(terms[i]);
            out.writeVInt(frequencies[i]);
            out.writeVInt(ends[i] - start(i));
        }
        int entries = size == 0 ? 0 : ends[size - 1];
        for (int i = 0; i < entries; i++) {
            out.writeLong(high[i]);
            out.writeLong(low[i]);
            out.writeVInt(docs[i]);
        }
        keys.writeTo(out);
        out.writeOptional(StreamOutput::writeBytesRef, after);
    }

    @Override
    public String toString() {
        return "TermPage[" + size + " terms, "
                + Arrays.toString(size == 0 ? new BytesRef[0] : new BytesRef[] {terms[0]}) + ", after=" + after + "]";
    }
}
