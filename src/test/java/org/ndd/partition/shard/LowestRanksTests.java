package org.ndd.partition.shard;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.test.ESTestCase;

/** The lowest of a list are the first ones of the sorted list. */
public class LowestRanksTests extends ESTestCase {

    public void testAgainstSorting() {
        int maxDoc = between(1, 300);
        // few different ranks, negative ones too, so that ties and the unsigned order matter
        int different = between(1, 100);
        try (Ranks ranks = new Ranks(between(0, 5), maxDoc, BigArrays.NON_RECYCLING_INSTANCE)) {
            for (int doc = 0; doc < maxDoc; doc++) {
                ranks.set(doc, (long) between(0, different) << 58, between(-3, 3));
            }
            LowestRanks lowest = new LowestRanks(ranks, between(1, 64));
            for (int round = 0; round < 20; round++) {
                lowest.clear();
                List<Integer> offered = new ArrayList<>();
                for (int doc = 0; doc < maxDoc; doc++) {
                    if (rarely() == false) {
                        offered.add(doc);
                    }
                }
                Collections.shuffle(offered, random());
                offered.forEach(lowest::offer);
                lowest.sort();
                offered.sort((a, b) -> {
                    int byHigh = Long.compareUnsigned(ranks.high(a), ranks.high(b));
                    int byLow = Long.compareUnsigned(ranks.low(a), ranks.low(b));
                    return byHigh != 0 ? byHigh : byLow != 0 ? byLow : Integer.compare(a, b);
                });
                int size = lowest.size();
                long[] high = new long[size + 1];
                long[] low = new long[size + 1];
                int[] docs = new int[size + 1];
                lowest.copyTo(1, high, low, docs);
                for (int i = 0; i < size; i++) {
                    assertEquals((int) offered.get(i), docs[i + 1]);
                    assertEquals(ranks.high(docs[i + 1]), high[i + 1]);
                    assertEquals(ranks.low(docs[i + 1]), low[i + 1]);
                }
            }
        }
    }

    public void testKeepsAsManyAsItMay() {
        try (Ranks ranks = new Ranks(0, 10, BigArrays.NON_RECYCLING_INSTANCE)) {
            for (int doc = 0; doc < 10; doc++) {
                ranks.set(doc, -doc, 0);
            }
            LowestRanks lowest = new LowestRanks(ranks, 3);
            assertEquals(0, lowest.size());
            for (int doc = 0; doc < 10; doc++) {
                lowest.offer(doc);
                assertEquals(Math.min(3, doc + 1), lowest.size());
            }
            lowest.sort();
            int[] docs = new int[3];
            lowest.copyTo(0, new long[3], new long[3], docs);
            // 0 is the lowest; -9 the lowest of those that are large when unsigned
            assertArrayEquals(new int[] {0, 9, 8}, docs);
        }
    }
}
