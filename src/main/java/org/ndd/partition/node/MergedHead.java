package org.ndd.partition.node;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.InPlaceMergeSorter;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;
import org.ndd.core.compare.ApartKeys;
import org.ndd.partition.shard.KeyList;
import org.ndd.partition.shard.KeyRows;
import org.ndd.partition.shard.RankedOrder;

/**
 * The first documents, in rank order, of one term over all shards. Reused from term to term. Memory on the circuit breaker, for as many
 * documents as a term had at most.
 */
final class MergedHead implements Releasable {

    private static final int FEWEST = 128;

    private final CircuitBreaker breaker;
    private long reserved;

    private long[] refs = new long[FEWEST];
    private long[] high = new long[FEWEST];
    private long[] low = new long[FEWEST];
    private KeyList keys = new KeyList(0);
    private int size;

    MergedHead(CircuitBreaker breaker) {
        this.breaker = breaker;
    }

    void clear() {
        size = 0;
    }

    /** Takes the lowest documents of the term that the cursors stand on, and brings them into rank order. */
    void fill(List<TermCursor> cursors) {
        clear();
        keys = keys.width() == cursors.get(0).width()
                ? keys
                : new KeyList(cursors.get(0).width());
        for (TermCursor cursor : cursors) {
            cursor.addTo(this);
        }
        sort();
    }

    int size() {
        return size;
    }

    /** @param from has what keeps the document apart in row {@code row} */
    void add(long ref, long rankHigh, long rankLow, KeyRows from, long row) {
        if (size == refs.length) {
            grow();
        }
        refs[size] = ref;
        high[size] = rankHigh;
        low[size] = rankLow;
        keys.set(size, from, row);
        size++;
    }

    private void grow() {
        int length = ArrayUtil.oversize(size + 1, Long.BYTES);
        // three numbers a document, and what keeps it apart
        long more = (long) (length - refs.length) * Long.BYTES * (3 + keys.width());
        breaker.addEstimateBytesAndMaybeBreak(more, "ndd terms");
        reserved += more;
        refs = ArrayUtil.growExact(refs, length);
        high = ArrayUtil.growExact(high, length);
        low = ArrayUtil.growExact(low, length);
    }

    @Override
    public void close() {
        breaker.addWithoutBreaking(-reserved);
        reserved = 0;
    }

    long ref(int i) {
        return refs[i];
    }

    long high(int i) {
        return high[i];
    }

    long low(int i) {
        return low[i];
    }

    /** What keeps the documents apart, a row each. */
    KeyRows keys() {
        return keys;
    }

    /**
     * Keeps the first document of each set of values that keeps documents apart.
     *
     * @param most how many are kept at most
     */
    void keepFirstOfEachKey(int most) {
        Set<ApartKeys> seen = new HashSet<>();
        int kept = 0;
        for (int i = 0; i < size && kept < most; i++) {
            if (seen.add(keys.keys(i))) {
                refs[kept] = refs[i];
                high[kept] = high[i];
                low[kept] = low[i];
                keys.set(kept, keys, i);
                kept++;
            }
        }
        size = kept;
    }

    void sort() {
        new InPlaceMergeSorter() {
            @Override
            protected int compare(int i, int j) {
                return RankedOrder.compare(high[i], low[i], refs[i], high[j], low[j], refs[j]);
            }

            @Override
            protected void swap(int i, int j) {
                swap(refs, i, j);
                swap(high, i, j);
                swap(low, i, j);
                keys.swap(i, j);
            }

            private void swap(long[] array, int i, int j) {
                long value = array[i];
                array[i] = array[j];
                array[j] = value;
            }
        }.sort(0, size);
    }
}
