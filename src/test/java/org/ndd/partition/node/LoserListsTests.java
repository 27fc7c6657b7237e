package org.ndd.partition.node;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.mapper.Uid;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.partition.shard.DocRef;
import org.ndd.partition.shard.RankOrder;
import org.ndd.partition.shard.ShardRun;
import org.ndd.partition.shard.TestShards;

public class LoserListsTests extends ESTestCase {

    @SuppressWarnings("unchecked")
    private static Map<String, List<String>> lists(TestShards shards, List<Integer> ordinals, int listSize)
            throws Exception {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        new LoserLists(
                        shards.shards()::get,
                        () -> {},
                        listSize,
                        (id, document) -> lists.put(
                                id, (List<String>) XContentHelper.convertToMap(document, true, XContentType.JSON)
                                        .v2()
                                        .get("losers")))
                .write("pages", ordinals);
        return lists;
    }

    private static TestShards random(int shards) throws Exception {
        int size = RandomNumbers.randomIntBetween(random(), 1, 300);
        return TestShards.random(random(), TestShards.randomPages(random(), size, 10), shards, RankOrder.HASH);
    }

    /** Lists hold each loser once, full ones first, in an order that shards do not matter for. */
    public void testListsHoldAllLosers() throws Exception {
        int count = RandomNumbers.randomIntBetween(random(), 1, 5);
        try (TestShards shards = random(count)) {
            List<String> losers = new ArrayList<>();
            for (TestShards.Placed placed : shards.placed()) {
                if (random().nextBoolean()) {
                    losers.add(placed.page().id());
                    ShardRun shard = shards.shards().get(DocRef.shard(placed.ref()));
                    shard.addLosers(new int[] {DocRef.doc(placed.ref())});
                }
            }
            losers.sort((a, b) -> Uid.encodeId(a).compareTo(Uid.encodeId(b)));
            int size = RandomNumbers.randomIntBetween(random(), 1, 20);
            Map<String, List<String>> lists =
                    lists(shards, IntStream.range(0, count).boxed().toList(), size);
            List<String> found = new ArrayList<>();
            lists.forEach((id, list) -> {
                assertEquals("losers-pages-" + found.size() / size, id);
                assertEquals(Math.min(size, losers.size() - found.size()), list.size());
                found.addAll(list);
            });
            assertEquals(losers, found);
        }
    }

    public void testOnlyTheShardsOfTheIndex() throws Exception {
        try (TestShards shards = random(2)) {
            TreeSet<String> losers = new TreeSet<>();
            for (TestShards.Placed placed : shards.placed()) {
                int ordinal = DocRef.shard(placed.ref());
                shards.shards().get(ordinal).addLosers(new int[] {DocRef.doc(placed.ref())});
                if (ordinal == 1) {
                    losers.add(placed.page().id());
                }
            }
            Map<String, List<String>> lists = lists(shards, List.of(1), LoserLists.LIST);
            assertEquals(losers, new TreeSet<>(lists.getOrDefault("losers-pages-0", List.of())));
        }
    }

    public void testCancelled() throws Exception {
        try (TestShards shards = random(1)) {
            for (TestShards.Placed placed : shards.placed()) {
                shards.shards().get(0).addLosers(new int[] {DocRef.doc(placed.ref())});
            }
            LoserLists lists = new LoserLists(
                    shards.shards()::get,
                    () -> {
                        throw new IllegalStateException("cancelled");
                    },
                    1,
                    (id, document) -> fail());
            if (shards.placed().isEmpty() == false) {
                expectThrows(IllegalStateException.class, () -> lists.write("pages", List.of(0)));
            }
        }
    }
}
