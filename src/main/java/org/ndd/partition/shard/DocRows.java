package org.ndd.partition.shard;

import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.Rank;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.RankedDoc;
import org.ndd.partition.shard.PinnedShard.ShardDocs;

/**
 * Holds documents of a run in rows. Each row has a document, its rank, and a number for each field of {@code must_agree}, see
 * {@link MustAgreeKeys}. Subclasses are a list to send ({@link DocList}), a large array of a shard ({@link DocArray}), and all documents of
 * a shard ({@link ShardDocs}).
 */
public abstract class DocRows {

    /** Index of the first field's number, after the halves of the rank. */
    private static final int FIRST_KEY = 2;

    private final int width;

    public DocRows(int width) {
        this.width = width;
    }

    public final int width() {
        return width;
    }

    /** Returns the document of a row, see {@link DocRef}. */
    public abstract long ref(long row);

    /** Returns a number of a row: the halves of the rank, then the numbers of the fields of {@code must_agree}. */
    abstract long number(long row, int i);

    /** Returns the upper half of its rank. */
    public final long high(long row) {
        return number(row, 0);
    }

    /** Returns the lower half of its rank. */
    public final long low(long row) {
        return number(row, 1);
    }

    /** Returns the number of a field of {@code must_agree}, 0 to {@link #width} − 1. */
    public final long key(long row, int field) {
        return number(row, FIRST_KEY + field);
    }

    /** Compares two documents in rank order, see {@link RankedDoc}. Negative if the first is above the other. */
    public final int compare(long row, DocRows other, long otherRow) {
        int byHigh = Long.compareUnsigned(high(row), other.high(otherRow));
        if (byHigh != 0) {
            return byHigh;
        }
        int byLow = Long.compareUnsigned(low(row), other.low(otherRow));
        return byLow != 0 ? byLow : Long.compare(ref(row), other.ref(otherRow));
    }

    /** Whether the fields of {@code must_agree} forbid that two documents are duplicates. Both have the same fields. */
    public final boolean disagree(long row, DocRows other, long otherRow) {
        assert width() == other.width() : width() + " and " + other.width() + " fields";
        for (int field = 0; field < width(); field++) {
            if (MustAgreeKeys.disagree(key(row, field), other.key(otherRow, field))) {
                return true;
            }
        }
        return false;
    }

    public final MustAgreeKeys keys(long row) {
        long[] keys = new long[width()];
        for (int field = 0; field < keys.length; field++) {
            keys[field] = key(row, field);
        }
        return MustAgreeKeys.of(keys);
    }

    public final RankedDoc doc(long row) {
        return new RankedDoc(ref(row), new Rank(high(row), low(row)));
    }
}
