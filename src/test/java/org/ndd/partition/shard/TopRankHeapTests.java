package org.ndd.partition.shard;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.group.Rank;

/** The selected elements are the first ones of the sorted list. */
public class TopRankHeapTests extends ESTestCase {

    public void testEqualsSorting() {
        int maxDoc = between(1, 300);
        // few distinct ranks, including negative ones, so that ties and the unsigned order matter
        int different = between(1, 100);
        try (ShardDocs docs = new ShardDocs(between(0, 5), maxDoc, 0, BigArrays.NON_RECYCLING_INSTANCE)) {
            for (int doc = 0; doc < maxDoc; doc++) {
                docs.rank(doc, new Rank((long) between(0, different) << 58, between(-3, 3)));
            }
            TopRankHeap first = new TopRankHeap(docs, between(1, 64));
            for (int round = 0; round < 20; round++) {
                first.clear();
                List<Integer> offered = new ArrayList<>();
                for (int doc = 0; doc < maxDoc; doc++) {
                    if (rarely() == false) {
                        offered.add(doc);
                    }
                }
                Collections.shuffle(offered, random());
                offered.forEach(first::offer);
                first.sort();
                offered.sort(Comparator.comparing((Integer doc) -> docs.doc(doc).rank())
                        .thenComparing(Comparator.naturalOrder()));
                for (int i = 0; i < first.size(); i++) {
                    assertEquals((int) offered.get(i), first.doc(i));
                }
            }
        }
    }

    public void testCapacity() {
        try (ShardDocs docs = new ShardDocs(0, 10, 0, BigArrays.NON_RECYCLING_INSTANCE)) {
            for (int doc = 0; doc < 10; doc++) {
                docs.rank(doc, new Rank(-doc, 0));
            }
            TopRankHeap first = new TopRankHeap(docs, 3);
            assertEquals(0, first.size());
            for (int doc = 0; doc < 10; doc++) {
                first.offer(doc);
                assertEquals(Math.min(3, doc + 1), first.size());
            }
            first.sort();
            // 0 is first; among the others, which are large if unsigned, -9
            assertArrayEquals(
                    new int[] {0, 9, 8}, IntStream.range(0, 3).map(first::doc).toArray());
        }
    }
}
