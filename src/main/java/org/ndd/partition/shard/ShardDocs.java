package org.ndd.partition.shard;

import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.LongArray;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.Rank;

/**
 * Stores all documents of a shard, each in the row of its Lucene document number, with its rank and its values of {@code must_agree}: 16
 * bytes per document and 8 per field of {@code must_agree}, on the request circuit breaker.
 */
final class ShardDocs extends DocRows implements Releasable {

    /** Numbers per row before the fields: the halves of the rank. */
    private static final int NUMBERS = 2;

    private final int shard;
    private final LongArray numbers;

    /**
     * @param width number of fields of {@code must_agree}; initially documents have no values
     */
    ShardDocs(int shard, int maxDoc, int width, BigArrays bigArrays) {
        super(width);
        this.shard = shard;
        this.numbers = bigArrays.newLongArray(Math.max(1, maxDoc * stride()), true);
    }

    private long stride() {
        return NUMBERS + width();
    }

    void rank(int doc, Rank rank) {
        numbers.set(doc * stride(), rank.high());
        numbers.set(doc * stride() + 1, rank.low());
    }

    void keys(int doc, MustAgreeKeys keys) {
        long[] values = keys.toArray();
        for (int field = 0; field < width(); field++) {
            numbers.set(doc * stride() + NUMBERS + field, values[field]);
        }
    }

    int ordinal() {
        return shard;
    }

    @Override
    public long ref(long doc) {
        return DocRef.of(shard, (int) doc);
    }

    @Override
    long number(long doc, int i) {
        return numbers.get(doc * stride() + i);
    }

    int compare(int doc, int other) {
        return compare(doc, this, other);
    }

    @Override
    public void close() {
        Releasables.close(numbers);
    }
}
