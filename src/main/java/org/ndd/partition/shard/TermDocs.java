package org.ndd.partition.shard;

import java.io.IOException;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/** Holds terms in ascending order, each with a number and with documents in rank order. Not thread-safe. */
abstract class TermDocs implements Writeable {

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

    /** Returns the row of the first document of term {@code i}. */
    public final int start(int i) {
        return i == 0 ? 0 : ends[i - 1];
    }

    /** Returns the row after the last document of term {@code i}. */
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
}
