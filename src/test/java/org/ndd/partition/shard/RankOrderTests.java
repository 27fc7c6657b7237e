package org.ndd.partition.shard;

import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.group.Rank;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.RankedDoc;
import org.ndd.partition.shard.PinnedShard.ShardDocs;
import org.ndd.partition.shard.ShardDecisions.Window;
import org.ndd.partition.shard.TestShards.DocLocation;
import org.ndd.partition.shard.TestShards.Page;

/** Ranks of documents and windows of ranks. */
public class RankOrderTests extends ESTestCase {

    private List<DocLocation> inOrder(RankOrder order, TestShards shards) {
        ShardRun shard = shards.shards().get(0);
        return shards.placed().stream()
                .sorted((a, b) -> shard.pinned().docs().compare(DocRef.doc(a.ref()), DocRef.doc(b.ref())))
                .toList();
    }

    public void testOrders() throws IOException {
        for (RankOrder order : RankOrder.values()) {
            List<Page> pages = TestShards.randomPages(random(), between(1, 200), 100);
            try (TestShards shards = TestShards.random(random(), pages, 1, order)) {
                Comparator<DocLocation> byHash = Comparator.comparing(DocLocation::rank);
                Comparator<DocLocation> byCount = Comparator.comparingInt(
                        placed -> -placed.page().fingerprints().size());
                List<DocLocation> expected = shards.placed().stream()
                        .sorted(order == RankOrder.FINGERPRINTS ? byCount.thenComparing(byHash) : byHash)
                        .toList();
                assertEquals(expected, inOrder(order, shards));
            }
        }
    }

    public void testRankIsHashOfId() throws IOException {
        try (TestShards shards =
                TestShards.random(random(), TestShards.randomPages(random(), 50, 10), 1, RankOrder.HASH)) {
            ShardDocs docs = shards.shards().get(0).pinned().docs();
            for (DocLocation placed : shards.placed()) {
                assertEquals(
                        new RankedDoc(placed.ref(), Rank.of(placed.page().id())), docs.doc(DocRef.doc(placed.ref())));
            }
        }
    }

    public void testOrderEqualsBigIntegers() {
        for (int i = 0; i < 1000; i++) {
            RankedDoc doc = new RankedDoc(randomNonNegativeLong(), new Rank(randomLong(), randomLong()));
            RankedDoc other = new RankedDoc(
                    randomBoolean() ? doc.ref() : randomNonNegativeLong(),
                    new Rank(
                            randomBoolean() ? doc.rank().high() : randomLong(),
                            randomBoolean() ? doc.rank().low() : randomLong()));
            int expected = number(doc).compareTo(number(other));
            assertEquals(expected, Integer.signum(doc.compareTo(other)));
            assertEquals(expected, TestRows.of(doc).compare(0, TestRows.of(other), 0));
        }
    }

    private static BigInteger number(RankedDoc doc) {
        return new BigInteger(Long.toUnsignedString(doc.rank().high()))
                .shiftLeft(64)
                .add(new BigInteger(Long.toUnsignedString(doc.rank().low())))
                .shiftLeft(64)
                .add(BigInteger.valueOf(doc.ref()));
    }

    public void testEachRankIsInOneWindow() {
        for (int i = 0; i < 2000; i++) {
            int count = between(1, randomBoolean() ? 10 : 65_536);
            long high = randomFrom(randomLong(), 0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE);
            int number = BigInteger.valueOf(high >>> 32)
                    .multiply(BigInteger.valueOf(count))
                    .shiftRight(32)
                    .intValueExact();
            assertTrue(number >= 0 && number < count);
            assertTrue(new Window(number, count).holds(high));
            int other = (number + between(1, Math.max(1, count - 1))) % count;
            assertEquals(other == number, new Window(other, count).holds(high));
        }
    }

    public void testWindowOrder() {
        int count = between(1, 65_536);
        long[] highs = random().longs(500).toArray();
        long last = -1;
        for (long high :
                Arrays.stream(highs).boxed().sorted(Long::compareUnsigned).toList()) {
            long number = ((high >>> 32) * count) >>> 32;
            assertTrue(new Window((int) number, count).holds(high));
            assertTrue(number >= last);
            last = number;
        }
        assertTrue(Window.ALL.holds(randomLong()));
    }

    public void testReferences() {
        for (int i = 0; i < 100; i++) {
            int shard = between(0, Integer.MAX_VALUE);
            int doc = between(0, Integer.MAX_VALUE);
            long ref = DocRef.of(shard, doc);
            assertEquals(shard, DocRef.shard(ref));
            assertEquals(doc, DocRef.doc(ref));
            assertTrue(ref >= 0);
        }
    }
}
