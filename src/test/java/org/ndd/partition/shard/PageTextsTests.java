package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.cache.Cache;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESTestCase;
import org.ndd.bulk.TestWorkers;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.group.Rank;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.RankedDoc;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.plan.TermQuery.TermKind;
import org.ndd.partition.shard.Decider.ExactVerifier;
import org.ndd.partition.shard.Leaders.KnownLeaders;
import org.ndd.partition.shard.ShardMethod.ShardClients;
import org.ndd.partition.shard.ShardMethod.StoredPage;
import org.ndd.partition.shard.ShardMethod.TextRequest;
import org.ndd.partition.shard.TermDocs.TermDelivery;
import org.ndd.partition.shard.TestShards.DocLocation;
import org.ndd.partition.shard.TestShards.Page;

/** Texts through the cache, leaders of documents of several shards, and forged digests. */
public class PageTextsTests extends ESTestCase {

    /** Shards that record the requested documents. */
    private record RecordingShards(TestShards shards, List<Long> pages, List<Long> leaders) {

        RecordingShards(TestShards shards) {
            this(
                    shards,
                    Collections.synchronizedList(new ArrayList<>()),
                    Collections.synchronizedList(new ArrayList<>()));
        }

        ShardClients clients() {
            return new ShardClients() {
                @Override
                public <Q, A> A call(int ordinal, ShardMethod<Q, A> method, Q request) throws IOException {
                    ShardRun shard = shards.shards().get(ordinal);
                    if (request instanceof TextRequest texts) {
                        // no more than two at a time, so that the remaining ones must be requested again
                        int[] some = Arrays.copyOf(texts.docs(), Math.min(2, texts.docs().length));
                        Arrays.stream(some).forEach(doc -> pages.add(DocRef.of(ordinal, doc)));
                        @SuppressWarnings("unchecked") // of the same method
                        Q fewer = (Q) new TextRequest(some, texts.maxChars());
                        return shard.call(method, fewer);
                    }
                    if (request instanceof int[] docs) {
                        Arrays.stream(docs).forEach(doc -> leaders.add(DocRef.of(ordinal, doc)));
                    }
                    return shard.call(method, request);
                }
            };
        }
    }

    private static void assertText(DocLocation placed, PreparedPage page) {
        PageText text = page.page();
        assertEquals(placed.page().text(), text.text());
        assertEquals(placed.page().site(), text.site());
        assertNull(text.boilerplate());
    }

    public void testReadsTextsFromShards() throws IOException {
        try (TestWorkers pool = new TestWorkers(between(1, 8));
                TestShards shards = TestShards.random(
                        random(),
                        TestShards.randomPages(random(), between(1, 150), 10),
                        between(1, 4),
                        RankOrder.HASH)) {
            RecordingShards requested = new RecordingShards(shards);
            boolean large = randomBoolean();
            Cache<Long, PreparedPage> cache = PageTexts.cache(large ? 1 << 20 : 400);
            PageTexts texts = new PageTexts(requested.clients(), site -> null, false, cache);
            List<DocLocation> some = new ArrayList<>(shards.placed());
            some.addAll(shards.placed());
            Collections.shuffle(some, random());
            texts.prefetch(some.stream().mapToLong(DocLocation::ref).toArray(), pool.workers());
            assertEquals(new TreeSet<>(some.stream().map(DocLocation::ref).toList()), new TreeSet<>(requested.pages()));
            assertEquals(
                    "each document once",
                    shards.placed().size(),
                    requested.pages().size());
            for (DocLocation placed : some) {
                assertText(placed, texts.of(placed.ref()));
            }
            if (large) {
                assertEquals(
                        "all texts are cached",
                        shards.placed().size(),
                        requested.pages().size());
                texts.prefetch(some.stream().mapToLong(DocLocation::ref).toArray(), pool.workers());
                assertEquals(shards.placed().size(), requested.pages().size());
            }
            assertTrue(cache.weight() <= (large ? 1 << 20 : 400));
        }
    }

    public void testTruncatesTexts() throws IOException {
        try (TestShards shards = new TestShards()) {
            ShardRun shard = shards.add(
                    random(),
                    List.of(new Page("1", "abcdef", null, null, List.of())),
                    page -> false,
                    page -> true,
                    RankOrder.HASH);
            assertEquals(List.of(new StoredPage("abc", "", null)), shard.pages(new TextRequest(new int[] {0}, 3)));
            assertEquals(List.of(new StoredPage("abcdef", "", null)), shard.pages(new TextRequest(new int[] {0}, 6)));
        }
    }

    public void testLeadersAcrossShards() throws IOException {
        try (TestShards shards = TestShards.random(
                random(), TestShards.randomPages(random(), between(1, 150), 10), between(1, 4), RankOrder.HASH)) {
            Map<Long, Long> leaders = new TreeMap<>();
            for (DocLocation placed : shards.placed()) {
                if (randomBoolean()) {
                    DocLocation leader = randomFrom(shards.placed());
                    shards.shards()
                            .get(DocRef.shard(placed.ref()))
                            .decisions()
                            .leaders()
                            .decide(DocRef.doc(placed.ref()), leader.row(), 0);
                    leaders.put(placed.ref(), leader.ref());
                }
            }
            RecordingShards requested = new RecordingShards(shards);
            List<DocLocation> some = new ArrayList<>(shards.placed());
            some.addAll(shards.placed());
            Collections.shuffle(some, random());
            KnownLeaders known = KnownLeaders.of(
                    requested.clients(),
                    some.stream().mapToLong(DocLocation::ref).toArray());
            assertEquals(
                    "each document once",
                    shards.placed().size(),
                    requested.leaders().size());
            try (Predecessors predecessors = new Predecessors(1, 0, TestShards.bigArrays())) {
                long[] refs = some.stream().mapToLong(DocLocation::ref).toArray();
                predecessors.add(0, refs.length, refs, new long[refs.length]);
                predecessors.endListsUpTo(1);
                assertEquals(refs.length, predecessors.size());
                for (int i = 0; i < refs.length; i++) {
                    Long leader = leaders.get(refs[i]);
                    assertEquals(leader == null ? DocRef.NONE : leader, known.leader(refs[i]));
                    assertEquals(leader != null, known.resolve(predecessors, i));
                    assertEquals(leader != null, predecessors.resolved(i));
                    assertEquals(refs[i], predecessors.document(i));
                    assertEquals(leader == null ? DocRef.NONE : leader, predecessors.leader(i));
                    if (leader != null) {
                        Rank rank = shards.placed().stream()
                                .filter(placed -> placed.ref() == leader)
                                .findFirst()
                                .orElseThrow()
                                .rank();
                        assertEquals(
                                new RankedDoc(leader, rank),
                                predecessors.leaders().doc(i));
                    }
                }
            }
        }
    }

    /** Delivers the first document in rank order as the original of all documents with its digest. */
    private static void deliverDigest(TestShards shards, String digest) throws IOException {
        List<DocLocation> same = shards.placed().stream()
                .filter(placed -> digest.equals(placed.page().digest()))
                .sorted((a, b) -> a.rank().compareTo(b.rank()))
                .toList();
        TermDelivery delivery = new TermDelivery(TermKind.DIGEST, 0);
        delivery.add(new BytesRef(digest), 0, false, false);
        DocLocation first = same.get(0);
        delivery.addDocument(first.row(), 0);
        for (int shard : same.stream()
                .mapToInt(placed -> DocRef.shard(placed.ref()))
                .distinct()
                .toArray()) {
            shards.shards().get(shard).deliver(delivery);
        }
    }

    public void testForgedDigest() throws IOException {
        List<Page> pages = new ArrayList<>();
        int count = between(2, 200);
        for (int i = 0; i < count; i++) {
            pages.add(new Page("doc" + i, randomFrom("the text", "the other text"), null, "forged", List.of()));
        }
        try (TestShards shards = TestShards.random(random(), pages, between(1, 3), RankOrder.HASH)) {
            if (shards.placed().isEmpty()) {
                return;
            }
            deliverDigest(shards, "forged");
            DocLocation first = shards.placed().stream()
                    .min((a, b) -> a.rank().compareTo(b.rank()))
                    .orElseThrow();
            PageTexts texts = new PageTexts(shards.clients(), site -> null, false, PageTexts.cache(1 << 16));
            long equal = 0;
            for (ShardRun shard : shards.shards()) {
                ExactVerifier verifier = new ExactVerifier(shard);
                StepCounts counts;
                do {
                    counts = verifier.round(texts, TestWorkers.NONE, ESTestCase::randomBoolean, () -> {});
                    equal += counts.get(Count.EXACT_DUPLICATES);
                } while (counts.get(Count.PENDING) > 0);
            }
            long expected = 0;
            for (DocLocation placed : shards.placed()) {
                ShardRun shard = shards.shards().get(DocRef.shard(placed.ref()));
                boolean exact = placed != first
                        && placed.page().text().equals(first.page().text());
                assertEquals(exact, shard.decisions().exact().get(DocRef.doc(placed.ref())));
                assertEquals(
                        exact ? first.ref() : DocRef.NONE,
                        shard.decisions().leaders().ref(DocRef.doc(placed.ref())));
                assertEquals(exact == false, shard.decisions().isInWindow(DocRef.doc(placed.ref())));
                expected += exact ? 1 : 0;
            }
            assertEquals(expected, equal);
        }
    }

    /** Each round verifies at least one document within its time limit, and no document is verified twice. */
    public void testShortVerificationRounds() throws IOException {
        List<Page> pages = new ArrayList<>();
        int count = between(1, 500);
        for (int i = 0; i < count; i++) {
            pages.add(new Page("doc" + i, "the text", null, "same", List.of()));
        }
        try (TestShards shards = new TestShards()) {
            ShardRun shard = shards.add(random(), pages);
            deliverDigest(shards, "same");
            PageTexts texts =
                    new PageTexts(TestShards.clients(ordinal -> shard), site -> null, false, PageTexts.cache(1 << 16));
            ExactVerifier verifier = new ExactVerifier(shard);
            int[] checks = new int[1];
            long left = count - 1;
            do {
                StepCounts counts = verifier.round(texts, TestWorkers.NONE, () -> false, () -> checks[0]++);
                assertEquals(Math.min(left, 64), counts.get(Count.EXACT_DUPLICATES));
                left -= counts.get(Count.EXACT_DUPLICATES);
                assertEquals(left, counts.get(Count.PENDING));
            } while (left > 0);
            assertEquals(Math.max(1, (count - 1 + 63) / 64), checks[0]);
        }
    }

    public void testVerificationIsCancelled() throws IOException {
        List<Page> pages = List.of(new Page("1", "a", null, "d", List.of()), new Page("2", "a", null, "d", List.of()));
        try (TestShards shards = new TestShards()) {
            ShardRun shard = shards.add(random(), pages);
            deliverDigest(shards, "d");
            PageTexts texts =
                    new PageTexts(TestShards.clients(ordinal -> shard), site -> null, false, PageTexts.cache(1000));
            Runnable cancelled = () -> {
                throw new TaskCancelledException("cancelled");
            };
            expectThrows(
                    TaskCancelledException.class,
                    () -> new ExactVerifier(shard).round(texts, TestWorkers.NONE, () -> true, cancelled));
        }
    }

    public void testRejectsDeliveryOfSites() throws IOException {
        try (TestShards shards = new TestShards()) {
            ShardRun shard = shards.add(random(), List.of());
            TermDelivery delivery = new TermDelivery(TermKind.FAMILY, 0);
            expectThrows(IllegalArgumentException.class, () -> shard.deliver(delivery));
        }
    }
}
