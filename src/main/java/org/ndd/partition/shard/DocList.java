package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.InPlaceMergeSorter;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.partition.plan.DocRef;

/**
 * Holds rows of documents to send or to use for a short time: {@link #rowBytes} each. The holder of the list accounts for the memory on its
 * circuit breaker, if at all. Not thread-safe.
 */
public final class DocList extends DocRows implements Writeable {

    private static final int NUMBERS = 3;

    private static final int FIRST_ROWS = 16;

    private long[] numbers;
    private int size;

    public DocList(int width) {
        super(width);
        this.numbers = new long[FIRST_ROWS * stride()];
    }

    public DocList(StreamInput in) throws IOException {
        super(in.readVInt());
        size = in.readVInt();
        numbers = new long[Math.multiplyExact(size, stride())];
        for (int row = 0, place = 0; row < size; row++) {
            int shard = in.readVInt();
            numbers[place++] = DocRef.of(shard, in.readVInt());
            for (int number = 1; number < stride(); number++) {
                numbers[place++] = in.readLong();
            }
        }
    }

    private int stride() {
        return NUMBERS + width();
    }

    /** Returns the bytes of a row on the heap, which are also its maximum in messages. */
    public long rowBytes() {
        return (long) Long.BYTES * stride();
    }

    public int size() {
        return size;
    }

    public void reserve(int rows) {
        if (rows * stride() > numbers.length) {
            numbers = ArrayUtil.growExact(numbers, Math.multiplyExact(rows, stride()));
        }
    }

    /** Adds a copy of a row that has at least the same number of fields. */
    public void add(DocRows from, long row) {
        numbers = ArrayUtil.grow(numbers, (size + 1) * stride());
        size++;
        set(size - 1, from, row);
    }

    public void set(int row, DocRows from, long fromRow) {
        assert from.width() >= width() : from.width() + " fields instead of " + width();
        int place = row * stride();
        numbers[place++] = from.ref(fromRow);
        numbers[place++] = from.high(fromRow);
        numbers[place++] = from.low(fromRow);
        for (int field = 0; field < width(); field++) {
            numbers[place++] = from.key(fromRow, field);
        }
    }

    public void truncate(int rows) {
        size = rows;
    }

    public void sort() {
        new InPlaceMergeSorter() {
            @Override
            protected int compare(int i, int j) {
                return DocList.this.compare(i, DocList.this, j);
            }

            @Override
            protected void swap(int i, int j) {
                for (int a = i * stride(), b = j * stride(), end = a + stride(); a < end; a++, b++) {
                    long number = numbers[a];
                    numbers[a] = numbers[b];
                    numbers[b] = number;
                }
            }
        }.sort(0, size);
    }

    @Override
    public long ref(long row) {
        return numbers[(int) row * stride()];
    }

    @Override
    long number(long row, int i) {
        return numbers[(int) row * stride() + 1 + i];
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVInt(width());
        out.writeVInt(size);
        for (int row = 0, place = 0; row < size; row++) {
            long ref = numbers[place++];
            out.writeVInt(DocRef.shard(ref));
            out.writeVInt(DocRef.doc(ref));
            for (int number = 1; number < stride(); number++) {
                out.writeLong(numbers[place++]);
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DocList that
                && width() == that.width()
                && Arrays.equals(numbers, 0, size * stride(), that.numbers, 0, that.size * stride());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(Arrays.copyOf(numbers, size * stride()));
    }
}
