package org.ndd.partition.node;

import java.util.List;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.InPlaceMergeSorter;
import org.ndd.partition.shard.RankedOrder;

/** The first documents, in rank order, of one term over all shards. Reused from term to term. */
final class MergedHead {

    private long[] refs = new long[128];
    private long[] high = new long[128];
    private long[] low = new long[128];
    private int size;

    void clear() {
        size = 0;
    }

    /** Takes the lowest documents of the term that the cursors stand on, and brings them into rank order. */
    void fill(List<TermCursor> cursors) {
        clear();
        for (TermCursor cursor : cursors) {
            cursor.addTo(this);
        }
        sort();
    }

    int size() {
        return size;
    }

    void add(long ref, long rankHigh, long rankLow) {
        refs = ArrayUtil.grow(refs, size + 1);
        high = ArrayUtil.grow(high, size + 1);
        low = ArrayUtil.grow(low, size + 1);
        refs[size] = ref;
        high[size] = rankHigh;
        low[size] = rankLow;
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
            }

            private void swap(long[] array, int i, int j) {
                long value = array[i];
                array[i] = array[j];
                array[j] = value;
            }
        }.sort(0, size);
    }
}
