package org.ndd.partition.shard;

import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.LongArray;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.RankedDoc;

/**
 * Stores rows of documents, up to one per document of a shard: 24 bytes per row and 8 per field of {@code must_agree}, on the request
 * circuit breaker. Not thread-safe.
 */
final class DocArray extends DocRows implements Releasable {

    private static final int NUMBERS = 3;

    private final BigArrays bigArrays;
    private LongArray numbers;

    /** @param rows number of rows, whose content is undefined until they are set */
    DocArray(int width, long rows, BigArrays bigArrays) {
        super(width);
        this.bigArrays = bigArrays;
        this.numbers = bigArrays.newLongArray(Math.max(1, rows * stride()), false);
    }

    private long stride() {
        return NUMBERS + width();
    }

    void grow(long rows) {
        numbers = bigArrays.grow(numbers, rows * stride());
    }

    void set(long row, DocRows from, long fromRow) {
        assert from.width() >= width() : from.width() + " fields instead of " + width();
        long place = row * stride();
        numbers.set(place++, from.ref(fromRow));
        numbers.set(place++, from.high(fromRow));
        numbers.set(place++, from.low(fromRow));
        for (int field = 0; field < width(); field++) {
            numbers.set(place++, from.key(fromRow, field));
        }
    }

    void set(long row, RankedDoc doc, MustAgreeKeys keys) {
        assert keys.size() == width() : keys.size() + " fields instead of " + width();
        long place = row * stride();
        numbers.set(place++, doc.ref());
        numbers.set(place++, doc.rank().high());
        numbers.set(place++, doc.rank().low());
        for (long key : keys.toArray()) {
            numbers.set(place++, key);
        }
    }

    void clear(long row) {
        numbers.set(row * stride(), DocRef.NONE);
    }

    @Override
    public long ref(long row) {
        return numbers.get(row * stride());
    }

    @Override
    long number(long row, int i) {
        return numbers.get(row * stride() + 1 + i);
    }

    @Override
    public void close() {
        Releasables.close(numbers);
    }
}
