package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.FrequencyRule;
import org.ndd.core.group.Rank;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.RankedDoc;
import org.ndd.partition.plan.TermQuery.TermKind;
import org.ndd.partition.shard.PinnedShard.ShardDocs;
import org.ndd.partition.shard.ShardDecisions.Window;
import org.ndd.partition.shard.TermDocs.TermDelivery;
import org.ndd.partition.shard.TestShards.DocLocation;
import org.ndd.partition.shard.TestShards.Page;

/** The candidates of every document, compared with a literal computation over all posting lists. */
public class CandidateCollectorTests extends ESTestCase {

    private static final CandidateParameters NEIGHBORS = CandidateParameters.NEIGHBORS;
    private static final CandidateParameters SETS = CandidateParameters.SETS;

    private static final Comparator<DocLocation> BY_RANK = Comparator.comparing(DocLocation::rank);

    private static TreeMap<String, List<DocLocation>> postings(TestShards shards) {
        TreeMap<String, List<DocLocation>> postings = new TreeMap<>();
        for (DocLocation placed : shards.placed()) {
            for (String fingerprint : placed.page().fingerprints()) {
                postings.computeIfAbsent(fingerprint, f -> new ArrayList<>()).add(placed);
            }
        }
        postings.values().forEach(list -> list.sort(BY_RANK));
        return postings;
    }

    /** Size of the heads of lists; here, every fifth list counts as common. */
    private static int comparedPostings(List<DocLocation> list, CandidateParameters rule) {
        return Math.min(rule.listHead(isCommon(list, rule)), list.size());
    }

    private static boolean isCommon(List<DocLocation> list, CandidateParameters rule) {
        return rule.isOfSets() == false && list.size() % 5 == 0;
    }

    private static List<String> expected(TestShards shards, DocLocation doc, CandidateParameters rule) {
        Map<DocLocation, Long> scores = new HashMap<>();
        postings(shards).forEach((fingerprint, list) -> {
            if (list.contains(doc) && list.size() > 1) {
                List<DocLocation> above = list.subList(0, comparedPostings(list, rule)).stream()
                        .filter(other -> BY_RANK.compare(other, doc) < 0)
                        .toList();
                int from = rule.isOfSets() ? Math.max(0, above.size() - 1) : 0;
                for (DocLocation other : above.subList(from, above.size())) {
                    scores.merge(other, (long) FrequencyRule.weight(list.size()), Long::sum);
                }
            }
        });
        return scores.entrySet().stream()
                .sorted(Map.Entry.<DocLocation, Long>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey(BY_RANK)))
                .limit(rule.predecessors())
                .map(entry -> entry.getKey().ref() + "=" + entry.getValue())
                .toList();
    }

    /** One delivery per list and shard, in random order and random batches. */
    private static void deliver(TestShards shards, CandidateParameters rule) throws IOException {
        List<Map.Entry<String, List<DocLocation>>> lists =
                new ArrayList<>(postings(shards).entrySet());
        for (ShardRun shard : shards.shards()) {
            Collections.shuffle(lists, random());
            TermDelivery delivery = new TermDelivery(TermKind.FINGERPRINT, 0);
            for (Map.Entry<String, List<DocLocation>> list : lists) {
                boolean here = list.getValue().stream().anyMatch(page -> DocRef.shard(page.ref()) == shard.ordinal());
                if (here && list.getValue().size() > 1) {
                    int count = comparedPostings(list.getValue(), rule);
                    // a shard may look up delivered terms
                    boolean whole = count == list.getValue().size() && random().nextBoolean();
                    delivery.add(
                            new BytesRef(list.getKey()),
                            FrequencyRule.weight(list.getValue().size()),
                            whole,
                            isCommon(list.getValue(), rule));
                    for (DocLocation page : list.getValue().subList(0, count)) {
                        delivery.addDocument(page.row(), 0);
                    }
                }
                if (rarely()) {
                    shard.deliver(delivery);
                    delivery = new TermDelivery(TermKind.FINGERPRINT, 0);
                }
            }
            shard.deliver(delivery);
        }
    }

    private static List<String> found(ShardRun shard, int doc) {
        List<String> found = new ArrayList<>();
        Predecessors predecessors = shard.decisions().predecessors();
        for (long entry = predecessors.start(doc); entry < predecessors.end(doc); entry++) {
            assertFalse(predecessors.resolved(entry));
            found.add(predecessors.document(entry) + "=" + predecessors.score(entry));
        }
        return found;
    }

    private void check(CandidateParameters rule, int documents, int vocabulary, int windows) throws IOException {
        List<Page> pages = TestShards.randomPages(random(), documents, vocabulary);
        try (TestShards shards = TestShards.random(random(), pages, between(1, 4), RankOrder.HASH)) {
            int decided = 0;
            long candidates = 0;
            for (int number = 0; number < windows; number++) {
                Window window = new Window(number, windows);
                for (ShardRun shard : shards.shards()) {
                    shard.beginWindow(window, rule);
                }
                deliver(shards, rule);
                for (ShardRun shard : shards.shards()) {
                    candidates += shard.decisions().endCandidates(() -> {});
                }
                for (DocLocation placed : shards.placed()) {
                    ShardRun shard = shards.shards().get(DocRef.shard(placed.ref()));
                    int doc = DocRef.doc(placed.ref());
                    boolean here = window.holds(placed.rank().high());
                    assertEquals(here, shard.decisions().pending().get(doc));
                    List<String> expected = here ? expected(shards, placed, rule) : List.of();
                    assertEquals(expected, found(shard, doc));
                    decided += here ? 1 : 0;
                    candidates -= expected.size();
                }
            }
            assertEquals(shards.placed().size(), decided);
            assertEquals(0, candidates);
        }
    }

    public void testNeighborsMode() throws IOException {
        check(NEIGHBORS, between(1, 150), between(1, 100), 1);
    }

    public void testNeighborsModeWithLongLists() throws IOException {
        check(NEIGHBORS, 300, 4, 1);
        CandidateParameters parameters = new CandidateParameters(
                CandidateParameters.Mode.NEIGHBORS, CandidateParameters.RELATIVE, Long.MAX_VALUE, 5, between(1, 200));
        check(parameters, 300, 4, 1);
    }

    public void testSets() throws IOException {
        check(SETS, between(1, 150), between(1, 100), 1);
    }

    public void testWindows() throws IOException {
        check(randomFrom(NEIGHBORS, SETS), between(1, 100), between(1, 60), between(2, 9));
    }

    /** Each document takes the first document of a list whose fields agree, though many documents with other values precede it. */
    public void testMustAgreeConflictsAreNotCandidates() throws IOException {
        List<Page> pages = TestShards.randomPages(random(), between(200, 400), between(1, 30));
        try (TestShards shards = TestShards.random(random(), pages, 1, RankOrder.HASH)) {
            ShardRun shard = shards.shards().get(0);
            BigArrays arrays = TestShards.bigArrays();
            int different = between(1, 100);
            int maxDoc = shard.pinned().maxDoc();
            try (ShardDocs docs = new ShardDocs(0, maxDoc, 2, arrays);
                    BoilerplateFingerprints boilerplate = new BoilerplateFingerprints(maxDoc, arrays);
                    CandidateCollector collector =
                            new CandidateCollector(docs, maxDoc, shard.decisions()::isInWindow, NEIGHBORS, arrays)) {
                for (int doc = 0; doc < maxDoc; doc++) {
                    docs.rank(doc, shard.pinned().docs().doc(doc).rank());
                    docs.keys(doc, MustAgreeKeys.of(between(0, different), rarely() ? 1 : 0));
                }
                ShardTerms terms = new ShardTerms(shard.pinned(), shard.decisions(), boilerplate);
                TermDelivery delivery = new TermDelivery(TermKind.FINGERPRINT, 2);
                postings(shards).forEach((fingerprint, list) -> {
                    delivery.add(
                            new BytesRef(fingerprint),
                            FrequencyRule.weight(list.size()),
                            random().nextBoolean(),
                            isCommon(list, NEIGHBORS));
                    for (DocLocation page : list) {
                        delivery.addDocument(docs, DocRef.doc(page.ref()));
                    }
                });
                collector.add(delivery, terms);
                try (Predecessors predecessors = collector.best(() -> {})) {
                    for (DocLocation placed : shards.placed()) {
                        assertEquals(expected(shards, placed, docs), found(predecessors, DocRef.doc(placed.ref())));
                    }
                }
            }
        }
    }

    private static List<String> expected(TestShards shards, DocLocation doc, DocRows keys) {
        Map<DocLocation, Long> scores = new HashMap<>();
        postings(shards).forEach((fingerprint, list) -> {
            if (list.contains(doc)) {
                list.stream()
                        .filter(other -> BY_RANK.compare(other, doc) < 0)
                        .filter(other ->
                                keys.keys(DocRef.doc(other.ref())).disagreesWith(keys.keys(DocRef.doc(doc.ref())))
                                        == false)
                        .limit(NEIGHBORS.listHead(isCommon(list, NEIGHBORS)))
                        .forEach(other -> scores.merge(other, (long) FrequencyRule.weight(list.size()), Long::sum));
            }
        });
        return scores.entrySet().stream()
                .sorted(Map.Entry.<DocLocation, Long>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey(BY_RANK)))
                .limit(16)
                .map(entry -> entry.getKey().ref() + "=" + entry.getValue())
                .toList();
    }

    private static List<String> found(Predecessors predecessors, int doc) {
        List<String> found = new ArrayList<>();
        for (long entry = predecessors.start(doc); entry < predecessors.end(doc); entry++) {
            found.add(predecessors.document(entry) + "=" + predecessors.score(entry));
        }
        return found;
    }

    public void testUnknownTerm() throws IOException {
        try (TestShards shards = new TestShards()) {
            Page page = new Page("1", "", null, null, List.of("pa"));
            ShardRun shard = shards.add(random(), List.of(page));
            shard.beginWindow(Window.ALL, NEIGHBORS);
            TermDelivery delivery = new TermDelivery(TermKind.FINGERPRINT, 0);
            delivery.add(new BytesRef("pb"), 1, false, false);
            delivery.addDocument(TestRows.of(new RankedDoc(0, Rank.of("1"))), 0);
            expectThrows(IllegalStateException.class, () -> shard.deliver(delivery));
        }
    }

    public void testRejectsDeliveryAfterClose() throws IOException {
        try (TestShards shards = new TestShards()) {
            ShardRun shard = shards.add(random(), List.of());
            shard.beginWindow(Window.ALL, NEIGHBORS);
            shard.close();
            shard.close();
            TermDelivery delivery = new TermDelivery(TermKind.FINGERPRINT, 0);
            assertEquals(
                    "the run has ended",
                    expectThrows(IllegalStateException.class, () -> shard.deliver(delivery))
                            .getMessage());
            expectThrows(IllegalStateException.class, () -> shard.addMembers(List.of()));
        }
    }

    public void testCancelledWhileSelectingBest() throws Exception {
        List<Page> pages = TestShards.randomPages(random(), 50, 10);
        try (TestShards shards = TestShards.random(random(), pages, 1, RankOrder.HASH)) {
            ShardRun shard = shards.shards().get(0);
            shard.beginWindow(Window.ALL, NEIGHBORS);
            Exception e = expectThrows(
                    IllegalStateException.class,
                    () -> shard.decisions().endCandidates(() -> {
                        throw new IllegalStateException("cancelled");
                    }));
            assertEquals("cancelled", e.getMessage());
        }
    }
}
