package org.ndd.partition.shard;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.ndd.core.compare.MustAgreeKeys;

/**
 * Picks, of the documents offered, the first in rank order of each set of values that keeps documents apart, and of these at most a fixed
 * number, the first in rank order. Holds at most twice as many: when documents are dropped, that number of documents above them remains,
 * and these are only replaced by documents above them. Amortized O(log n) per offer.
 */
final class FirstOfEachKey implements FirstDocs {

    private final ShardDocs docs;
    private final int limit;
    private final Map<MustAgreeKeys, Integer> first = new HashMap<>();
    private Integer[] sorted = {};

    FirstOfEachKey(ShardDocs docs, int limit) {
        this.docs = docs;
        this.limit = limit;
    }

    @Override
    public void clear() {
        first.clear();
    }

    @Override
    public void offer(int doc) {
        first.merge(docs.keys(doc), doc, (a, b) -> docs.compare(a, b) < 0 ? a : b);
        if (first.size() == 2 * limit) {
            sort();
            first.clear();
            for (Integer kept : sorted) {
                first.put(docs.keys(kept), kept);
            }
        }
    }

    @Override
    public void sort() {
        Integer[] all = first.values().toArray(Integer[]::new);
        Arrays.sort(all, docs::compare);
        sorted = Arrays.copyOf(all, Math.min(limit, all.length));
    }

    @Override
    public int size() {
        return sorted.length;
    }

    @Override
    public int doc(int i) {
        return sorted[i];
    }
}
