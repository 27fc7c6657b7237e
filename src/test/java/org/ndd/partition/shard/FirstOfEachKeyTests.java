package org.ndd.partition.shard;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.Rank;

public class FirstOfEachKeyTests extends ESTestCase {

    public void testFirstOfEachKeyInRankOrder() {
        int maxDoc = between(1, 500);
        int different = between(1, 60);
        int limit = between(1, 20);
        try (ShardDocs docs = new ShardDocs(0, maxDoc, 2, BigArrays.NON_RECYCLING_INSTANCE)) {
            for (int doc = 0; doc < maxDoc; doc++) {
                docs.rank(doc, new Rank(between(0, 3), randomLong()));
                docs.keys(doc, MustAgreeKeys.of(between(0, different), between(0, 1)));
            }
            FirstOfEachKey first = new FirstOfEachKey(docs, limit);
            for (int round = 0; round < 3; round++) {
                List<Integer> offered =
                        randomSubsetOf(IntStream.range(0, maxDoc).boxed().toList());
                first.clear();
                offered.forEach(first::offer);
                first.sort();
                Map<MustAgreeKeys, Integer> expected = new HashMap<>();
                offered.stream().sorted(docs::compare).forEach(doc -> expected.putIfAbsent(docs.keys(doc), doc));
                int[] required = expected.values().stream()
                        .sorted(docs::compare)
                        .limit(limit)
                        .mapToInt(Integer::intValue)
                        .toArray();
                int[] found = IntStream.range(0, first.size()).map(first::doc).toArray();
                assertArrayEquals(required, found);
            }
        }
    }
}
