package org.ndd.partition.shard;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.Rank;
import org.ndd.partition.shard.PinnedShard.ShardDocs;
import org.ndd.partition.shard.ShardTerms.FirstDocs;

/** The selected elements are the first ones of the sorted list. */
public class FirstDocsTests extends ESTestCase {

    public void testEqualsSorting() {
        int maxDoc = between(1, 300);
        // few distinct ranks, including negative ones, so that ties and the unsigned order matter
        int different = between(1, 100);
        try (ShardDocs docs = new ShardDocs(between(0, 5), maxDoc, 0, BigArrays.NON_RECYCLING_INSTANCE)) {
            for (int doc = 0; doc < maxDoc; doc++) {
                docs.rank(doc, new Rank((long) between(0, different) << 58, between(-3, 3)));
            }
            int limit = between(0, 64);
            FirstDocs first = new FirstDocs(docs, limit, false);
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
                assertEquals(Math.min(limit, offered.size()), first.size());
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
            FirstDocs first = new FirstDocs(docs, 3, false);
            assertEquals(0, first.size());
            for (int doc = 0; doc < 10; doc++) {
                first.offer(doc);
                first.sort();
                assertEquals(Math.min(3, doc + 1), first.size());
            }
            // 0 is first; among the others, which are large if unsigned, -9
            assertArrayEquals(
                    new int[] {0, 9, 8}, IntStream.range(0, 3).map(first::doc).toArray());
        }
    }

    public void testFirstOfEachKeyInRankOrder() {
        int maxDoc = between(1, 500);
        int different = between(1, 60);
        int limit = between(1, 20);
        try (ShardDocs docs = new ShardDocs(0, maxDoc, 2, BigArrays.NON_RECYCLING_INSTANCE)) {
            for (int doc = 0; doc < maxDoc; doc++) {
                docs.rank(doc, new Rank(between(0, 3), randomLong()));
                docs.keys(doc, MustAgreeKeys.of(between(0, different), between(0, 1)));
            }
            FirstDocs first = new FirstDocs(docs, limit, true);
            for (int round = 0; round < 3; round++) {
                List<Integer> offered =
                        randomSubsetOf(IntStream.range(0, maxDoc).boxed().toList());
                first.clear();
                offered.forEach(first::offer);
                first.sort();
                Map<MustAgreeKeys, Integer> expected = new HashMap<>();
                offered.stream().sorted(docs::compare).forEach(doc -> expected.putIfAbsent(docs.keys(doc), doc));
                int[] wanted = expected.values().stream()
                        .sorted(docs::compare)
                        .limit(limit)
                        .mapToInt(Integer::intValue)
                        .toArray();
                int[] found = IntStream.range(0, first.size()).map(first::doc).toArray();
                assertArrayEquals(wanted, found);
            }
        }
    }
}
