package org.ndd.partition.shard;

import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.lessThan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.MockBigArrays;
import org.elasticsearch.common.util.MockPageCacheRecycler;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.indices.breaker.NoneCircuitBreakerService;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESTestCase;
import org.ndd.AllocatedBytes;
import org.ndd.bulk.TestWorkers;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.group.Role;
import org.ndd.pair.MustAgreeFields;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.shard.BoilerplateFingerprints.BoilerplateSender.SiteFingerprints;
import org.ndd.partition.shard.TestShards.Page;

/** A shard reserves memory in the circuit breaker before it allocates it, and releases it at the end. */
public class ShardMemoryTests extends ESTestCase {

    private static BigArrays limited(long bytes) {
        return new MockBigArrays(new MockPageCacheRecycler(Settings.EMPTY), ByteSizeValue.ofBytes(bytes));
    }

    private static CircuitBreaker breaker(BigArrays bigArrays) {
        return bigArrays.breakerService().getBreaker(CircuitBreaker.REQUEST);
    }

    /** Rejects only reservations with a given label, as a full breaker does. */
    private static final class Refusing extends NoopCircuitBreaker {

        private final String label;
        private long expected;

        Refusing(String label) {
            super(CircuitBreaker.REQUEST);
            this.label = label;
        }

        @Override
        public void addEstimateBytesAndMaybeBreak(long bytes, String what) {
            if (what.equals(label)) {
                expected = bytes;
                throw new CircuitBreakingException("no room", Durability.TRANSIENT);
            }
        }
    }

    public void testBitSets() throws Exception {
        List<Page> pages = TestShards.randomPages(random(), between(1, 2000), 100);
        Refusing breaker = new Refusing("ndd documents");
        CircuitBreakerService service = new NoneCircuitBreakerService() {
            @Override
            public CircuitBreaker getBreaker(String name) {
                return breaker;
            }
        };
        try (TestShards shards =
                new TestShards(new MockBigArrays(new MockPageCacheRecycler(Settings.EMPTY), service))) {
            expectThrows(CircuitBreakingException.class, () -> shards.add(random(), pages));
            assertThat(breaker.expected, greaterThanOrEqualTo(4L * pages.size() / Byte.SIZE));
        }
    }

    public void testReservesBeforeAllocatingBitSet() throws Exception {
        Refusing breaker = new Refusing("ndd documents");
        CircuitBreakerService service = new NoneCircuitBreakerService() {
            @Override
            public CircuitBreaker getBreaker(String name) {
                return breaker;
            }
        };
        try (Directory directory = newDirectory();
                RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
            writer.addDocument(new Document());
            try (DirectoryReader reader = writer.getReader()) {
                expectThrows(
                        CircuitBreakingException.class,
                        () -> new PinnedShard(
                                new PinnedShard.Pin(0, reader, null, () -> {}),
                                new PinnedShard.Fields(TestShards.TARGET, null, MustAgreeFields.NONE),
                                RankOrder.HASH,
                                () -> {
                                    throw new AssertionError("no memory");
                                },
                                new MockBigArrays(new MockPageCacheRecycler(Settings.EMPTY), service),
                                () -> {}));
            }
        }
    }

    /** Opening a shard is cancelled at any of its checks, and releases its memory. */
    public void testCancelledWhileOpening() throws Exception {
        List<Page> pages = TestShards.randomPages(random(), between(1, 100), 100);
        RankOrder order = randomFrom(RankOrder.values());
        boolean opened = false;
        int checks = 0;
        for (; opened == false; checks++) {
            int last = checks;
            int[] check = new int[1];
            BigArrays arrays = limited(1 << 30);
            try (TestShards shards = new TestShards(arrays)) {
                shards.check(() -> {
                    if (check[0]++ == last) {
                        throw new TaskCancelledException("cancelled");
                    }
                });
                shards.add(random(), pages, page -> false, page -> true, order);
                opened = true;
            } catch (TaskCancelledException e) {
                assertEquals("cancelled", e.getMessage());
            }
            assertEquals(0, breaker(arrays).getUsed());
        }
        assertThat("cancellation is checked", checks, greaterThan(1));
    }

    /** The documents of a large family, such as those without a site, are not collected. */
    public void testBoilerplateOfLargeFamily() throws Exception {
        List<Page> pages = IntStream.range(0, 20_000)
                .mapToObj(i -> new Page("doc" + i, "text", "site.example", null, List.of()))
                .toList();
        try (TestShards shards = new TestShards()) {
            Random oneSegment = new Random(0) {
                @Override
                public int nextInt(int bound) {
                    return 1;
                }
            };
            ShardRun shard = shards.add(oneSegment, pages, page -> false, page -> true, RankOrder.HASH);
            List<SiteFingerprints> sites = List.of(new SiteFingerprints("site.example", new long[] {1}));
            long bytes = AllocatedBytes.of(() -> {
                try {
                    shard.addBoilerplate(sites);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertThat(bytes, lessThan((long) Integer.BYTES * pages.size()));
        }
    }

    /** One leader with very many followers, which are packed until their group is written. */
    public void testGroupMembers() throws Exception {
        List<Page> pages = TestShards.randomPages(random(), 6000, 100);
        BigArrays arrays = limited(2 << 20);
        try (TestShards shards = new TestShards(arrays)) {
            ShardRun shard = shards.add(random(), pages);
            List<Member> members = new ArrayList<>();
            int leader = DocRef.doc(shards.placed().get(0).ref());
            for (int i = 1; i < shards.placed().size(); i++) {
                long ref = shards.placed().get(i).ref();
                members.add(shard.pinned().member(DocRef.doc(ref), leader, Role.MEMBER, ref));
            }
            shard.addMembers(members);
            long unpacked = members.stream().mapToLong(Member::ramBytes).sum();
            assertThat(shard.members().unpackedBytes(leader), greaterThan(unpacked));
            long before = breaker(arrays).getUsed();
            assertThat(unpacked, greaterThan((2 << 20) - before));
            PageTexts texts =
                    new PageTexts(TestShards.clients(ordinal -> shard), site -> null, false, PageTexts.cache(1 << 20));
            PageComparisons comparisons = new PageComparisons(
                    texts, new PairComparator(SimilarityParameters.BALANCED), TestWorkers.NONE, () -> {});
            try (Grouper grouper = new Grouper(shard, CanonicalRules.of(List.of()), false, 0)) {
                expectThrows(
                        CircuitBreakingException.class, () -> grouper.round(comparisons, TestShards.NO_VERDICTS, null));
            }
            assertEquals(before, breaker(arrays).getUsed());
        }
        assertEquals(0, breaker(arrays).getUsed());
    }
}
