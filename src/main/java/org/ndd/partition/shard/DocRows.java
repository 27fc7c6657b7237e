package org.ndd.partition.shard;

import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.Rank;

/**
 * Documents of a run in rows: each row has a document, its rank, and for each field that keeps documents apart a number, see
 * {@link MustAgreeKeys}. In a list that is sent ({@link DocList}), in a large array of a shard ({@link DocArray}), or all documents of a
 * shard ({@link ShardDocs}).
 */
public abstract class DocRows {

    /** The halves of the rank come before the numbers of the fields. */
    private static final int FIRST_KEY = 2;

    private final int width;

    /** @param width fields that keep documents apart */
    DocRows(int width) {
        this.width = width;
    }

    /** Fields that keep documents apart. */
    public final int width() {
        return width;
    }

    /** The document of a row, see {@link DocRef}. */
    public abstract long ref(long row);

    /** One of the numbers of a row: the halves of the rank, and the numbers of the fields that keep the document apart. */
    abstract long number(long row, int i);

    /** Upper half of its rank. */
    public final long high(long row) {
        return number(row, 0);
    }

    /** Lower half of its rank. */
    public final long low(long row) {
        return number(row, 1);
    }

    /** The number of a field that keeps it apart, 0 to {@link #width} − 1. */
    final long key(long row, int field) {
        return number(row, FIRST_KEY + field);
    }

    /** Negative if a document is above another in rank order, see {@link RankedDoc}. */
    public final int compare(long row, DocRows other, long otherRow) {
        int byHigh = Long.compareUnsigned(high(row), other.high(otherRow));
        if (byHigh != 0) {
            return byHigh;
        }
        int byLow = Long.compareUnsigned(low(row), other.low(otherRow));
        return byLow != 0 ? byLow : Long.compare(ref(row), other.ref(otherRow));
    }

    /** Whether two documents are never duplicates. Both have the same fields. */
    public final boolean isApart(long row, DocRows other, long otherRow) {
        assert width() == other.width() : width() + " and " + other.width() + " fields";
        for (int field = 0; field < width(); field++) {
            if (MustAgreeKeys.isApart(key(row, field), other.key(otherRow, field))) {
                return true;
            }
        }
        return false;
    }

    /** The values that keep a document apart from others. */
    public final MustAgreeKeys keys(long row) {
        long[] keys = new long[width()];
        for (int field = 0; field < keys.length; field++) {
            keys[field] = key(row, field);
        }
        return MustAgreeKeys.of(keys);
    }

    /** A document with its rank. */
    public final RankedDoc doc(long row) {
        return new RankedDoc(ref(row), new Rank(high(row), low(row)));
    }
}
