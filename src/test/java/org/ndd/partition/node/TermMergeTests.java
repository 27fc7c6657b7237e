package org.ndd.partition.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.group.Rank;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.TermQuery;
import org.ndd.partition.plan.TermQuery.TermKind;
import org.ndd.partition.shard.RankOrder;
import org.ndd.partition.shard.TestShards;
import org.ndd.partition.shard.TestShards.DocLocation;
import org.ndd.partition.shard.TestShards.Page;

/** Merges the terms of all shards, compared with a sorted map. */
public class TermMergeTests extends ESTestCase {

    /** @param sources number of shards of the source, which are the first; the others belong to the reference */
    private static TermMerge merge(TestShards shards, int sources, String prefix, int perTerm, Runnable check)
            throws IOException {
        int all = shards.shards().size();
        List<Integer> ofSource =
                new ArrayList<>(IntStream.range(0, sources).boxed().toList());
        Collections.shuffle(ofSource, random());
        TermQuery query = TermQuery.of(TermKind.FINGERPRINT, new BytesRef(prefix), perTerm)
                .within(randomBoolean() ? TermQuery.MAX_WORK : between(1, 100), TermQuery.MAX_BYTES);
        return new TermMerge(
                new NoopCircuitBreaker(CircuitBreaker.REQUEST),
                ofSource,
                IntStream.range(sources, all).boxed().toList(),
                shards.clients(),
                query,
                check);
    }

    /** Returns each term with its frequency, its shards, and its first documents. */
    private static List<String> merged(TermMerge merge, int perTerm) throws IOException {
        List<String> merged = new ArrayList<>();
        merge.run((term, frequency, same, head) -> {
            head.fill(same);
            List<Long> first = new ArrayList<>();
            for (int i = 0; i < Math.min(perTerm, head.size()); i++) {
                first.add(head.docs().ref(i));
            }
            List<Integer> ordinals = same.stream().map(TermCursor::ordinal).toList();
            merged.add(term.utf8ToString() + " " + frequency + " " + ordinals + " " + first);
        });
        merge.close();
        return merged;
    }

    public void testEqualsSortedMap() throws IOException {
        List<Page> pages = TestShards.randomPages(random(), between(0, 300), between(1, 200));
        String prefix = randomFrom("", "p", "pA", "pZ-2");
        int perTerm = between(1, 64);
        try (TestShards shards = TestShards.random(random(), pages, between(1, 6), RankOrder.HASH)) {
            TreeMap<String, List<DocLocation>> postings = new TreeMap<>();
            for (DocLocation placed : shards.placed()) {
                for (String term : placed.page().fingerprints()) {
                    if (term.startsWith(prefix)) {
                        postings.computeIfAbsent(term, t -> new ArrayList<>()).add(placed);
                    }
                }
            }
            List<String> expected = new ArrayList<>();
            postings.forEach((term, list) -> {
                list.sort(Comparator.comparing(DocLocation::rank));
                List<Long> first =
                        list.stream().limit(perTerm).map(DocLocation::ref).toList();
                expected.add(term + " " + list.size() + " " + shards(list) + " " + first);
            });
            assertEquals(expected, merged(merge(shards, shards.shards().size(), prefix, perTerm, () -> {}), perTerm));
        }
    }

    /** Only terms of the source count, with the documents of the reference that have them, which are first. */
    public void testReferenceIndex() throws IOException {
        int perTerm = between(1, 64);
        int sources = between(1, 3);
        int all = sources + between(1, 3);
        Map<Long, Rank> ranks = new HashMap<>();
        try (TestShards shards = new TestShards()) {
            int vocabulary = between(1, 200);
            for (int shard = 0; shard < all; shard++) {
                int number = shard;
                List<Page> pages = TestShards.randomPages(random(), between(0, 100), vocabulary).stream()
                        .map(page -> new Page(
                                page.id() + "of" + number,
                                page.text(),
                                page.site(),
                                page.digest(),
                                page.fingerprints()))
                        .toList();
                RankOrder order = shard < sources ? RankOrder.HASH : RankOrder.REFERENCE;
                shards.add(random(), pages, page -> false, page -> true, order);
            }
            TreeMap<String, List<DocLocation>> postings = new TreeMap<>();
            for (DocLocation placed : shards.placed()) {
                boolean ofReference = DocRef.shard(placed.ref()) >= sources;
                ranks.put(placed.ref(), ofReference ? placed.rank().ofReference() : placed.rank());
                for (String term : placed.page().fingerprints()) {
                    postings.computeIfAbsent(term, t -> new ArrayList<>()).add(placed);
                }
            }
            List<String> expected = new ArrayList<>();
            postings.forEach((term, list) -> {
                list.sort(Comparator.comparing(placed -> ranks.get(placed.ref())));
                List<Long> first =
                        list.stream().limit(perTerm).map(DocLocation::ref).toList();
                if (list.stream().anyMatch(placed -> DocRef.shard(placed.ref()) < sources)) {
                    expected.add(term + " " + list.size() + " " + shards(list) + " " + first);
                }
            });
            assertEquals(expected, merged(merge(shards, sources, "", perTerm, () -> {}), perTerm));
        }
    }

    private static List<Integer> shards(List<DocLocation> list) {
        return list.stream()
                .map(placed -> DocRef.shard(placed.ref()))
                .distinct()
                .sorted()
                .toList();
    }

    public void testNoShards() throws IOException {
        assertEquals(List.of(), merged(merge(new TestShards(), 0, "", 1, () -> {}), 1));
    }

    public void testCancelled() throws IOException {
        Page page = new Page("1", "", null, null, List.of("pa"));
        boolean[] cancelled = new boolean[1];
        try (TestShards shards = new TestShards()) {
            shards.add(random(), List.of(page));
            TermMerge merge = merge(shards, 1, "", 1, () -> {
                if (cancelled[0]) {
                    throw new TaskCancelledException("cancelled");
                }
            });
            cancelled[0] = true;
            expectThrows(
                    TaskCancelledException.class, () -> merge.run((term, frequency, same, head) -> fail("cancelled")));
        }
    }
}
