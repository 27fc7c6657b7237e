package org.ndd.partition.shard;

import static org.hamcrest.Matchers.greaterThan;

import com.carrotsearch.randomizedtesting.generators.RandomNumbers;
import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import com.carrotsearch.randomizedtesting.generators.RandomStrings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESTestCase;
import org.ndd.bulk.TestWorkers;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.shard.TestShards.Page;

/** Leaders, groups, and counts are independent of the number of threads, and a failed series releases everything. */
public class MultithreadedRunTests extends ESTestCase {

    /** Stories with copies of many kinds: with other sentences, in another order, abridged, together with another story. */
    private static List<Page> stories(Random random, int stories) {
        List<Page> pages = new ArrayList<>();
        List<String> before = story(random);
        for (int i = 0; i < stories; i++) {
            List<String> story = story(random);
            for (int copy = 1 + random.nextInt(8); copy > 0; copy--) {
                List<String> sentences = new ArrayList<>(story);
                for (int changes = random.nextInt(6); changes > 0; changes--) {
                    sentences.set(random.nextInt(sentences.size()), sentence(random));
                }
                switch (random.nextInt(6)) {
                    case 0 -> Collections.rotate(sentences, random.nextInt(sentences.size()));
                    case 1 -> sentences.addAll(before);
                    case 2 ->
                        sentences
                                .subList(4 + random.nextInt(8), sentences.size())
                                .clear();
                    default -> {}
                }
                TreeSet<String> fingerprints = new TreeSet<>();
                for (int n = 1 + random.nextInt(4); n > 0; n--) {
                    fingerprints.add("p" + i + "-" + random.nextInt(4));
                    fingerprints.add("p" + (i - random.nextInt(2)) + "-0");
                }
                String site = random.nextBoolean() ? null : "site" + random.nextInt(3) + ".example";
                pages.add(new Page(
                        "doc" + pages.size(), String.join("\n", sentences), site, null, List.copyOf(fingerprints)));
            }
            before = story;
        }
        return pages;
    }

    private static List<String> story(Random random) {
        List<String> sentences = new ArrayList<>();
        for (int i = RandomNumbers.randomIntBetween(random, 12, 24); i > 0; i--) {
            sentences.add(sentence(random));
        }
        return sentences;
    }

    private static String sentence(Random random) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            words.add(RandomStrings.randomAsciiLettersOfLengthBetween(random, 3, 9));
        }
        return String.join(" ", words) + ".";
    }

    private record Result(Map<String, String> leaders, List<String> groups, String counts) {}

    private static Result result(InMemoryRun run) throws IOException {
        run.begin();
        run.decide();
        Map<String, String> leaders = run.leaders();
        return new Result(leaders, run.groups(), run.counts().toString());
    }

    private static final ComparisonMemory UNLIMITED_MEMORY = ComparisonMemory.UNLIMITED;

    /** Lets other threads run. */
    private static void yields() {
        Thread.yield();
    }

    public void testResultIsIndependentOfThreads() throws IOException {
        List<Page> pages = stories(random(), between(1, 60));
        long seed = randomLong();
        List<Result> one = new ArrayList<>();
        for (int count : new int[] {1, 5}) {
            List<Result> results = new ArrayList<>();
            for (int threads : TestWorkers.THREADS) {
                try (TestWorkers pool = new TestWorkers(threads);
                        TestShards shards = TestShards.random(new Random(seed), pages, count, RankOrder.HASH)) {
                    results.add(result(
                            new InMemoryRun(shards, pool.workers(), UNLIMITED_MEMORY, MultithreadedRunTests::yields)));
                }
            }
            results.forEach(result -> assertEquals(results.get(0), result));
            one.add(results.get(0));
        }
        assertEquals("independent of shards", one.get(0).leaders(), one.get(1).leaders());
        assertEquals(
                new TreeSet<>(one.get(0).groups()), new TreeSet<>(one.get(1).groups()));
        assertEquals(one.get(0).counts(), one.get(1).counts());
    }

    /** If concurrent comparisons do not fit into memory, they run sequentially, and no run fails because of its number of threads. */
    public void testResultIsIndependentOfMemory() throws IOException {
        List<Page> pages = stories(random(), between(1, 30));
        long seed = randomLong();
        List<Result> results = new ArrayList<>();
        AtomicInteger rejected = new AtomicInteger();
        for (int threads : TestWorkers.THREADS) {
            AtomicInteger reserved = new AtomicInteger();
            ComparisonMemory little = bytes -> {
                if (reserved.incrementAndGet() > 1) {
                    reserved.decrementAndGet();
                    rejected.incrementAndGet();
                    throw new CircuitBreakingException("too large", CircuitBreaker.Durability.TRANSIENT);
                }
                Thread.yield();
                return reserved::decrementAndGet;
            };
            try (TestWorkers pool = new TestWorkers(threads);
                    TestShards shards = TestShards.random(new Random(seed), pages, 2, RankOrder.HASH)) {
                results.add(result(new InMemoryRun(shards, pool.workers(), little, MultithreadedRunTests::yields)));
            }
            assertEquals(0, reserved.get());
            assertTrue("one thread is never rejected", threads > 1 || rejected.get() == 0);
        }
        results.forEach(result -> assertEquals(results.get(0), result));
    }

    /** After a cancellation at any step, no work is pending, and the decisions made equal those without cancellation. */
    public void testCancelledAtAnyCheck() throws IOException {
        List<Page> pages = stories(random(), between(2, 30));
        long seed = randomLong();
        AtomicInteger checks = new AtomicInteger();
        Result expected;
        try (TestShards shards = TestShards.random(new Random(seed), pages, 1, RankOrder.HASH)) {
            expected = result(new InMemoryRun(shards, TestWorkers.NONE, UNLIMITED_MEMORY, checks::incrementAndGet));
        }
        // several threads may prepare the same document, so the number of checks varies
        int cancelledAt = between(1, Math.max(1, checks.get() / 2));
        AtomicInteger inProgress = new AtomicInteger();
        AtomicInteger left = new AtomicInteger(cancelledAt);
        ComparisonMemory counting = bytes -> {
            inProgress.incrementAndGet();
            return inProgress::decrementAndGet;
        };
        try (TestWorkers pool = new TestWorkers(RandomPicks.randomFrom(random(), List.of(2, 4, 8)));
                TestShards shards = TestShards.random(new Random(seed), pages, 1, RankOrder.HASH)) {
            InMemoryRun cancelled = new InMemoryRun(shards, pool.workers(), counting, () -> {
                Thread.yield();
                if (left.decrementAndGet() <= 0) {
                    throw new TaskCancelledException("cancelled");
                }
            });
            TaskCancelledException e = expectThrows(TaskCancelledException.class, () -> result(cancelled));
            assertEquals("cancelled", e.getMessage());
            assertEquals(0, inProgress.get());
            cancelled
                    .leaders()
                    .forEach((doc, leader) -> assertTrue(
                            doc + " follows " + leader, leader == null || isOf(expected.leaders(), doc, leader)));
        }
    }

    /** Whether a document finally follows a leader, or was a leader before it joined the leader of another group. */
    private static boolean isOf(Map<String, String> expected, String doc, String leader) {
        return leader.equals(expected.get(doc)) || expected.get(leader).equals(expected.get(doc));
    }

    /** A comparison that is too large fails the step with the original exception, and nothing of its chunk is decided. */
    public void testComparisonTooLargeForBreaker() throws IOException {
        List<Page> pages = stories(random(), between(10, 30));
        try (TestWorkers pool = new TestWorkers(RandomPicks.randomFrom(random(), List.of(1, 2, 4, 8)));
                TestShards shards = TestShards.random(random(), pages, 1, RankOrder.HASH)) {
            AtomicInteger tried = new AtomicInteger();
            InMemoryRun run = new InMemoryRun(
                    shards,
                    pool.workers(),
                    bytes -> {
                        tried.incrementAndGet();
                        throw new CircuitBreakingException("too large", CircuitBreaker.Durability.PERMANENT);
                    },
                    MultithreadedRunTests::yields);
            run.begin();
            CircuitBreakingException e = expectThrows(CircuitBreakingException.class, run::decide);
            assertEquals("too large", e.getMessage());
            assertEquals(0, e.getSuppressed().length);
            assertThat(tried.get(), greaterThan(0));
            assertEquals(0, run.counts().get(Count.COMPARISONS));
        }
    }
}
