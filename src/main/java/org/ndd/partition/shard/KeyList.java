package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.util.ArrayUtil;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * Rows that travel, or are gathered for a moment: 8 bytes a number, as many as the lists of documents that they belong to are bounded to.
 */
public final class KeyList implements KeyRows, Writeable {

    private final int width;
    private long[] keys;
    private int rows;

    /** @param width fields of each row; nothing is kept where it is 0 */
    public KeyList(int width) {
        this.width = width;
        this.keys = new long[8 * width];
    }

    KeyList(StreamInput in) throws IOException {
        width = in.readVInt();
        rows = in.readVInt();
        keys = new long[Math.multiplyExact(rows, width)];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = in.readLong();
        }
    }

    /** Copies a row of as many fields; rows in between have no values. */
    public void set(int row, KeyRows from, long fromRow) {
        keys = ArrayUtil.grow(keys, (row + 1) * width);
        for (int field = 0; field < width; field++) {
            keys[row * width + field] = from.key(fromRow, field);
        }
        rows = Math.max(rows, row + 1);
    }

    /** Exchanges two rows. */
    public void swap(int a, int b) {
        for (int field = 0; field < width; field++) {
            long key = keys[a * width + field];
            keys[a * width + field] = keys[b * width + field];
            keys[b * width + field] = key;
        }
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public long key(long row, int field) {
        return keys[(int) row * width + field];
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVInt(width);
        out.writeVInt(rows);
        for (int i = 0; i < rows * width; i++) {
            out.writeLong(keys[i]);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof KeyList that
                && width == that.width
                && rows == that.rows
                && Arrays.equals(keys, 0, rows * width, that.keys, 0, rows * width);
    }

    @Override
    public int hashCode() {
        int hash = 31 * width + rows;
        for (int i = 0; i < rows * width; i++) {
            hash = 31 * hash + Long.hashCode(keys[i]);
        }
        return hash;
    }
}
