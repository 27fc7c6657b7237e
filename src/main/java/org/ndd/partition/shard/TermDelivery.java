package org.ndd.partition.shard;

import java.io.IOException;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * What merging the shards' terms found, sent back to one shard: terms it has, in ascending order, each with a weight and with documents of
 * any shard in rank order. For a digest these are the documents that stand for the equal ones, one for each set of values that keeps
 * documents apart; for a fingerprint, the head of its posting list.
 */
public final class TermDelivery implements Writeable {

    private static final int ENTRY_BYTES = 24;

    private final TermKind kind;
    private BytesRef[] terms = new BytesRef[64];
    private int[] weights = new int[64];
    private int[] ends = new int[64];
    private int size;
    private long[] refs = new long[64];
    private long[] high = new long[64];
    private long[] low = new long[64];
    private final KeyList keys;
    private long bytes;

    /** Terms of documents that nothing keeps apart. */
    public TermDelivery(TermKind kind) {
        this(kind, 0);
    }

    /** @param width fields that keep documents apart */
    public TermDelivery(TermKind kind, int width) {
        this.kind = kind;
        this.keys = new KeyList(width);
    }

    public TermDelivery(StreamInput in) throws IOException {
        kind = in.readEnum(TermKind.class);
        size = in.readVInt();
        terms = new BytesRef[size];
        weights = new int[size];
        ends = new int[size];
        for (int i = 0, end = 0; i < size; i++) {
            terms[i] = in.readBytesRef();
            weights[i] = in.readVInt();
            end += in.readVInt();
            ends[i] = end;
        }
        int entries = entries();
        refs = new long[entries];
        high = new long[entries];
        low = new long[entries];
        for (int i = 0; i < entries; i++) {
            refs[i] = in.readLong();
            high[i] = in.readLong();
            low[i] = in.readLong();
        }
        keys = new KeyList(in);
    }

    /** Begins a term; its documents follow with {@link #addDocument}. */
    public void addTerm(BytesRef term, int weight) {
        int entries = entries();
        terms = ArrayUtil.grow(terms, size + 1);
        weights = ArrayUtil.grow(weights, size + 1);
        ends = ArrayUtil.grow(ends, size + 1);
        terms[size] = term;
        weights[size] = weight;
        ends[size] = entries;
        size++;
        bytes += term.length + 8L;
    }

    /** Adds a document that nothing keeps apart. */
    public void addDocument(long ref, long rankHigh, long rankLow) {
        addDocument(ref, rankHigh, rankLow, KeyRows.NONE, 0);
    }

    /**
     * Adds a document to the term begun last, in rank order.
     *
     * @param from has what keeps it apart in row {@code row}
     */
    public void addDocument(long ref, long rankHigh, long rankLow, KeyRows from, long row) {
        int entry = ends[size - 1]++;
        refs = ArrayUtil.grow(refs, entry + 1);
        high = ArrayUtil.grow(high, entry + 1);
        low = ArrayUtil.grow(low, entry + 1);
        refs[entry] = ref;
        high[entry] = rankHigh;
        low[entry] = rankLow;
        keys.set(entry, from, row);
        bytes += ENTRY_BYTES + (long) Long.BYTES * keys.width();
    }

    /** Bytes of memory and, nearly, on the wire. */
    public long bytes() {
        return bytes;
    }

    public TermKind kind() {
        return kind;
    }

    public int size() {
        return size;
    }

    public BytesRef term(int i) {
        return terms[i];
    }

    public int weight(int i) {
        return weights[i];
    }

    public int start(int i) {
        return i == 0 ? 0 : ends[i - 1];
    }

    public int end(int i) {
        return ends[i];
    }

    public long ref(int entry) {
        return refs[entry];
    }

    public long high(int entry) {
        return high[entry];
    }

    public long low(int entry) {
        return low[entry];
    }

    /** What keeps the documents apart, a row an entry. */
    public KeyRows keys() {
        return keys;
    }

    private int entries() {
        return size == 0 ? 0 : ends[size - 1];
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeEnum(kind);
        out.writeVInt(size);
        for (int i = 0; i < size; i++) {
            out.writeBytesRef(terms[i]);
            out.writeVInt(weights[i]);
            out.writeVInt(ends[i] - start(i));
        }
        for (int i = 0; i < entries(); i++) {
            out.writeLong(refs[i]);
            out.writeLong(high[i]);
            out.writeLong(low[i]);
        }
        keys.writeTo(out);
    }
}
