package org.ndd.partition.shard;

import org.ndd.core.compare.ApartKeys;

/** What keeps documents apart, see {@link ApartKeys}, in rows: a document each, with a number for each field. */
public interface KeyRows {

    /** No fields, however many rows. */
    KeyRows NONE = new KeyRows() {
        @Override
        public int width() {
            return 0;
        }

        @Override
        public long key(long row, int field) {
            throw new IndexOutOfBoundsException("field [" + field + "] of none");
        }
    };

    /** Fields of each row. */
    int width();

    /** The number of a field of a row. */
    long key(long row, int field);

    /** Whether two documents are never duplicates. */
    default boolean isApart(long row, KeyRows other, long otherRow) {
        for (int field = 0; field < width(); field++) {
            if (ApartKeys.isApart(key(row, field), other.key(otherRow, field))) {
                return true;
            }
        }
        return false;
    }

    /** One row. */
    default ApartKeys keys(long row) {
        long[] keys = new long[width()];
        for (int field = 0; field < keys.length; field++) {
            keys[field] = key(row, field);
        }
        return ApartKeys.of(keys);
    }
}
