package org.ndd.partition.shard;

import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.LongArray;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.core.compare.ApartKeys;

/** Rows of many documents: 8 bytes a number, on the request circuit breaker, and nothing where there are no fields. */
final class KeyArray implements KeyRows, Releasable {

    private final int width;
    private final BigArrays bigArrays;
    private LongArray keys;

    /** @param rows that have no values at first */
    KeyArray(int width, long rows, BigArrays bigArrays) {
        this.width = width;
        this.bigArrays = bigArrays;
        this.keys = width == 0 ? null : bigArrays.newLongArray(Math.max(1, rows * width), true);
    }

    /** Makes place for rows. */
    void grow(long rows) {
        if (width > 0) {
            keys = bigArrays.grow(keys, rows * width);
        }
    }

    /** Copies a row of as many fields. */
    void set(long row, KeyRows from, long fromRow) {
        for (int field = 0; field < width; field++) {
            keys.set(row * width + field, from.key(fromRow, field));
        }
    }

    void set(long row, ApartKeys of) {
        long[] numbers = of.toArray();
        for (int field = 0; field < width; field++) {
            keys.set(row * width + field, numbers[field]);
        }
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public long key(long row, int field) {
        return keys.get(row * width + field);
    }

    @Override
    public void close() {
        Releasables.close(keys);
    }
}
