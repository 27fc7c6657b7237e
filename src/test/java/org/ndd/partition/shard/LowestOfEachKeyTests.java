package org.ndd.partition.shard;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.compare.ApartKeys;

public class LowestOfEachKeyTests extends ESTestCase {

    public void testTheLowestOfEachKeyInRankOrder() {
        int docs = between(1, 500);
        int different = between(1, 60);
        int limit = between(1, 20);
        try (Ranks ranks = new Ranks(0, docs, BigArrays.NON_RECYCLING_INSTANCE);
                KeyArray keys = new KeyArray(2, docs, BigArrays.NON_RECYCLING_INSTANCE)) {
            for (int doc = 0; doc < docs; doc++) {
                ranks.set(doc, between(0, 3), randomLong());
                keys.set(doc, ApartKeys.of(between(0, different), between(0, 1)));
            }
            LowestOfEachKey lowest = new LowestOfEachKey(ranks, keys, limit);
            for (int round = 0; round < 3; round++) {
                List<Integer> offered =
                        randomSubsetOf(IntStream.range(0, docs).boxed().toList());
                lowest.clear();
                offered.forEach(lowest::offer);
                lowest.sort();
                Map<ApartKeys, Integer> expected = new HashMap<>();
                offered.stream().sorted(ranks::compare).forEach(doc -> expected.putIfAbsent(keys.keys(doc), doc));
                int[] first = expected.values().stream()
                        .sorted(ranks::compare)
                        .limit(limit)
                        .mapToInt(Integer::intValue)
                        .toArray();
                int[] found = new int[lowest.size()];
                long[] high = new long[found.length];
                lowest.copyTo(0, high, new long[found.length], found);
                assertArrayEquals(first, found);
                assertArrayEquals(IntStream.of(found).mapToLong(ranks::high).toArray(), high);
            }
        }
    }
}
