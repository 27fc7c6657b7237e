package org.ndd.partition.shard;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.ndd.core.compare.ApartKeys;

/**
 * Of the documents offered, the lowest in rank of each set of values that keeps documents apart; of these the lowest, at most a fixed
 * number. Holds twice as many at most: what is dropped then has as many below it, and these only ever get lower. Amortized O(log n) an
 * offer.
 */
final class LowestOfEachKey implements LowestDocs {

    private final Ranks ranks;
    private final KeyRows keys;
    private final int limit;
    private final Map<ApartKeys, Integer> lowest = new HashMap<>();
    private Integer[] sorted = {};

    LowestOfEachKey(Ranks ranks, KeyRows keys, int limit) {
        this.ranks = ranks;
        this.keys = keys;
        this.limit = limit;
    }

    @Override
    public void clear() {
        lowest.clear();
    }

    @Override
    public void offer(int doc) {
        lowest.merge(keys.keys(doc), doc, (a, b) -> ranks.compare(a, b) < 0 ? a : b);
        if (lowest.size() == 2 * limit) {
            sort();
            lowest.clear();
            for (Integer kept : sorted) {
                lowest.put(keys.keys(kept), kept);
            }
        }
    }

    @Override
    public void sort() {
        Integer[] all = lowest.values().toArray(Integer[]::new);
        Arrays.sort(all, ranks::compare);
        sorted = Arrays.copyOf(all, Math.min(limit, all.length));
    }

    @Override
    public int size() {
        return sorted.length;
    }

    @Override
    public void copyTo(int start, long[] high, long[] low, int[] docs) {
        for (int i = 0; i < sorted.length; i++) {
            high[start + i] = ranks.high(sorted[i]);
            low[start + i] = ranks.low(sorted[i]);
            docs[start + i] = sorted[i];
        }
    }
}
