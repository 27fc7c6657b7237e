package org.ndd.partition.node;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.InPlaceMergeSorter;
import org.ndd.core.compare.ApartKeys;
import org.ndd.partition.shard.KeyList;
import org.ndd.partition.shard.KeyRows;
import org.ndd.partition.shard.RankedOrder;

/** The first documents, in rank order, of one term over all shards. Reused from term to term. */
final class MergedHead {

    private long[] refs = new long[128];
    private long[] high = new long[128];
    private long[] low = new long[128];
    private KeyList keys = new KeyList(0);
    private int size;

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
        refs = ArrayUtil.grow(refs, size + 1);
        high = ArrayUtil.grow(high, size + 1);
        low = ArrayUtil.grow(low, size + 1);
        refs[size] = ref;
        high[size] = rankHigh;
        low[size] = rankLow;
        keys.set(size, from, row);
        size++;
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
