package org.ndd.partition.node;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.mapper.Uid;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.core.compare.Relation;
import org.ndd.groups.DuplicateList;
import org.ndd.partition.shard.DocRef;
import org.ndd.partition.shard.PageLists;
import org.ndd.partition.shard.RankOrder;
import org.ndd.partition.shard.ShardMethod;
import org.ndd.partition.shard.TestShards;

public class DuplicateListWriterTests extends ESTestCase {

    private static final PageLists LISTS = new PageLists(List.of("de", "us"));

    private static final Comparator<String> BY_ENCODED_ID = Comparator.comparing(Uid::encodeId);

    @SuppressWarnings("unchecked")
    private static Map<String, List<String>> lists(TestShards shards, List<Integer> ordinals, int listSize)
            throws Exception {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        DuplicateListWriter all = new DuplicateListWriter(
                "pages", ordinals, LISTS, new NoopCircuitBreaker(CircuitBreaker.REQUEST), listSize);
        boolean done;
        do {
            done = all.round(
                    shards.shards()::get,
                    (id, document) -> assertNull(
                            lists.put(id, (List<String>) XContentHelper.convertToMap(document, true, XContentType.JSON)
                                    .v2()
                                    .get("duplicates"))),
                    ESTestCase::randomBoolean,
                    () -> {});
        } while (done == false);
        return lists;
    }

    private static TestShards random(int shards) throws Exception {
        int size = RandomNumbers.randomIntBetween(random(), 1, 300);
        return TestShards.random(random(), TestShards.randomPages(random(), size, 10), shards, RankOrder.HASH);
    }

    private static void addDuplicate(TestShards shards, TestShards.DocLocation placed, Relation toCanonical)
            throws IOException {
        list(shards, placed, PageLists.DUPLICATES);
        if (toCanonical == Relation.SAME) {
            list(shards, placed, PageLists.SAME);
        }
    }

    private static void list(TestShards shards, TestShards.DocLocation placed, int list) throws IOException {
        shards.shards()
                .get(DocRef.shard(placed.ref()))
                .call(ShardMethod.LISTED, new ShardMethod.ListDocs(list, new int[] {DocRef.doc(placed.ref())}));
    }

    /**
     * Lists contain each duplicate once, full lists first, in an order that is independent of shards; duplicates with relation same are in
     * separate lists.
     */
    public void testListsContainAllDuplicates() throws Exception {
        int count = RandomNumbers.randomIntBetween(random(), 1, 5);
        try (TestShards shards = random(count)) {
            List<String> duplicates = new ArrayList<>();
            List<String> same = new ArrayList<>();
            List<String> hidden = new ArrayList<>();
            for (TestShards.DocLocation placed : shards.placed()) {
                if (random().nextBoolean()) {
                    Relation toCanonical = RandomPicks.randomFrom(random(), List.of(Relation.SAME, Relation.NEAR));
                    addDuplicate(shards, placed, toCanonical);
                    duplicates.add(placed.page().id());
                    if (toCanonical == Relation.SAME) {
                        same.add(placed.page().id());
                    }
                }
                if (random().nextBoolean()) {
                    list(shards, placed, 3);
                    hidden.add(placed.page().id());
                }
            }
            int size = RandomNumbers.randomIntBetween(random(), 1, 20);
            Map<String, List<String>> expected = expected("duplicates-pages-", duplicates, size);
            expected.putAll(expected("same-pages-", same, size));
            expected.putAll(expected("duplicates:us:pages-", hidden, size));
            assertEquals(
                    expected, lists(shards, IntStream.range(0, count).boxed().toList(), size));
        }
    }

    private static Map<String, List<String>> expected(String name, List<String> ids, int size) {
        List<String> sorted = ids.stream().sorted(BY_ENCODED_ID).toList();
        Map<String, List<String>> lists = new LinkedHashMap<>();
        for (int from = 0; from < sorted.size(); from += size) {
            lists.put(name + from / size, sorted.subList(from, Math.min(from + size, sorted.size())));
        }
        return lists;
    }

    public void testReadsOnlyShardsOfIndex() throws Exception {
        try (TestShards shards = random(2)) {
            TreeSet<String> duplicates = new TreeSet<>();
            for (TestShards.DocLocation placed : shards.placed()) {
                addDuplicate(shards, placed, Relation.SAME);
                if (DocRef.shard(placed.ref()) == 1) {
                    duplicates.add(placed.page().id());
                }
            }
            Map<String, List<String>> lists = lists(shards, List.of(1), DuplicateList.MAX_IDS);
            assertEquals(duplicates, new TreeSet<>(lists.getOrDefault("duplicates-pages-0", List.of())));
            assertEquals(duplicates, new TreeSet<>(lists.getOrDefault("same-pages-0", List.of())));
        }
    }

    public void testCancelled() throws Exception {
        try (TestShards shards = random(1)) {
            for (TestShards.DocLocation placed : shards.placed()) {
                addDuplicate(shards, placed, Relation.NEAR);
            }
            DuplicateListWriter lists = new DuplicateListWriter(
                    "pages", List.of(0), LISTS, new NoopCircuitBreaker(CircuitBreaker.REQUEST), 1);
            if (shards.placed().isEmpty() == false) {
                expectThrows(
                        IllegalStateException.class,
                        () -> lists.round(shards.shards()::get, (id, document) -> fail(), () -> true, () -> {
                            throw new IllegalStateException("cancelled");
                        }));
            }
        }
    }
}
