package org.ndd.partition.node;

import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.group.Rank;
import org.ndd.partition.node.TermMerge.MergedHead;
import org.ndd.partition.plan.RankedDoc;
import org.ndd.partition.plan.TermQuery;
import org.ndd.partition.plan.TermQuery.TermKind;
import org.ndd.partition.shard.DocRows;
import org.ndd.partition.shard.RankOrder;
import org.ndd.partition.shard.ShardRun;
import org.ndd.partition.shard.TestRows;
import org.ndd.partition.shard.TestShards;
import org.ndd.partition.shard.TestShards.Page;

/** The memory of a merge is on the circuit breaker. */
public class TermMergeMemoryTests extends ESTestCase {

    private static final TermQuery QUERY = TermQuery.of(TermKind.FINGERPRINT, new BytesRef(), 64);

    private static List<Integer> shards(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    public void testCircuitBreakerBeforeRequests() {
        CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofBytes(between(0, 10 << 20)));
        expectThrows(
                CircuitBreakingException.class,
                () -> new TermMerge(
                        breaker,
                        shards(200),
                        List.of(),
                        TestShards.clients(shard -> {
                            throw new AssertionError("shard [" + shard + "] was asked");
                        }),
                        QUERY,
                        () -> {}));
        assertEquals(0, breaker.getUsed());
    }

    /** Hundreds of shards need no more memory than a few, with the same merged terms. */
    public void testResponseSizeDecreasesWithShards() throws Exception {
        List<Page> pages = TestShards.randomPages(random(), between(1, 50), 50);
        try (TestShards one = TestShards.random(random(), pages, 1, RankOrder.HASH)) {
            ShardRun shard = one.shards().get(0);
            int count = between(1, 500);
            CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofBytes(1L << 30));
            List<Long> reserved = new ArrayList<>();
            try (TermMerge merge = new TermMerge(
                    breaker,
                    shards(count),
                    List.of(),
                    TestShards.clients(ordinal -> shard),
                    QUERY,
                    () -> reserved.add(breaker.getUsed()))) {
                assertThat(reserved.size(), greaterThanOrEqualTo(count));
                merge.run((term, frequency, same, head) -> assertEquals(0, head.size()), () -> true);
                // The share of a shard is rounded down to whole bytes.
                assertThat(reserved.get(0), greaterThanOrEqualTo((4 * Math.min(count, 8L) << 20) - 4L * count));
                assertThat(reserved.get(0), lessThanOrEqualTo(Math.max(32L << 20, count * (128L << 10))));
            }
            assertEquals(0, breaker.getUsed());
        }
    }

    public void testReleasesMemoryOnShardFailure() {
        CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofBytes(1L << 30));
        expectThrows(
                IllegalStateException.class,
                () -> new TermMerge(
                        breaker,
                        shards(3),
                        List.of(),
                        TestShards.clients(shard -> {
                            throw new IllegalStateException("gone");
                        }),
                        QUERY,
                        () -> {}));
        assertEquals(0, breaker.getUsed());
    }

    /** A frequent term in many shards with fields that must agree: tens of thousands of documents in one term. */
    public void testReservesMemoryForHead() {
        CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofBytes(1L << 30));
        int documents = between(1, 100_000);
        DocRows row = TestRows.of(new RankedDoc(1, Rank.of("1")));
        try (MergedHead head = new MergedHead(0, breaker)) {
            for (int i = 0; i < documents; i++) {
                head.add(row, 0);
                assertThat(breaker.getUsed() + 3L * 128 * Long.BYTES, greaterThanOrEqualTo(3L * Long.BYTES * (i + 1)));
            }
            long used = breaker.getUsed();
            head.clear();
            head.add(row, 0);
            assertEquals("the memory is kept for the next term", used, breaker.getUsed());
        }
        assertEquals(0, breaker.getUsed());
        CircuitBreaker small = newLimitedBreaker(ByteSizeValue.ofBytes(1000));
        try (MergedHead head = new MergedHead(0, small)) {
            expectThrows(CircuitBreakingException.class, () -> {
                for (int i = 0; i < 10_000; i++) {
                    head.add(row, 0);
                }
            });
        }
        assertEquals(0, small.getUsed());
    }
}
