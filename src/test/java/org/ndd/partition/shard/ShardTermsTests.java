package org.ndd.partition.shard;

import static org.hamcrest.Matchers.greaterThanOrEqualTo;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.boilerplate.BoilerplateFamilies;
import org.ndd.core.fingerprint.FingerprintTerms;
import org.ndd.core.group.Rank;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.TermQuery;
import org.ndd.partition.plan.TermQuery.TermKind;
import org.ndd.partition.shard.BoilerplateFingerprints.BoilerplateSender;
import org.ndd.partition.shard.BoilerplateFingerprints.BoilerplateSender.SiteFingerprints;
import org.ndd.partition.shard.ShardMethod.ShardClients;
import org.ndd.partition.shard.TermDocs.TermBatch;
import org.ndd.partition.shard.TestShards.DocLocation;
import org.ndd.partition.shard.TestShards.Page;

/** The terms that a shard returns, compared with an iteration over its documents. */
public class ShardTermsTests extends ESTestCase {

    /** A term as text: its frequency and its first documents. */
    private static void collect(TermBatch batch, List<String> lines) {
        for (int i = 0; i < batch.size(); i++) {
            StringBuilder line =
                    new StringBuilder(batch.term(i).utf8ToString()).append(' ').append(batch.frequency(i));
            for (int entry = batch.start(i); entry < batch.end(i); entry++) {
                line.append(' ').append(DocRef.doc(batch.docs().ref(entry)));
                line.append('/').append(batch.docs().high(entry));
                line.append('/').append(batch.docs().low(entry));
            }
            lines.add(line.toString());
        }
    }

    private static List<String> all(ShardRun shard, TermQuery query) throws IOException {
        List<String> lines = new ArrayList<>();
        TermBatch batch = shard.terms(query);
        collect(batch, lines);
        while (batch.last() == false) {
            batch = shard.terms(query.withAfter(batch.after()));
            collect(batch, lines);
        }
        return lines;
    }

    private static List<String> terms(Page page, TermKind kind) {
        return switch (kind) {
            case FAMILY -> BoilerplateFamilies.of(page.site());
            case DIGEST -> page.digest() == null ? List.of() : List.of(page.digest());
            case FINGERPRINT -> page.fingerprints();
        };
    }

    private static List<String> expected(TestShards shards, TermKind kind, String prefix, int perTerm) {
        return expected(shards.placed(), kind, prefix, perTerm);
    }

    private static List<String> expected(List<DocLocation> pagesOfShard, TermKind kind, String prefix, int perTerm) {
        TreeMap<String, List<DocLocation>> postings = new TreeMap<>();
        for (DocLocation placed : pagesOfShard) {
            for (String term : terms(placed.page(), kind)) {
                if (term.startsWith(prefix)) {
                    postings.computeIfAbsent(term, t -> new ArrayList<>()).add(placed);
                }
            }
        }
        List<String> lines = new ArrayList<>();
        postings.forEach((term, pages) -> {
            StringBuilder line = new StringBuilder(term).append(' ').append(pages.size());
            pages.stream()
                    .sorted(Comparator.comparing(DocLocation::rank))
                    .limit(perTerm)
                    .forEach(page -> {
                        line.append(' ').append(DocRef.doc(page.ref())).append('/');
                        line.append(page.rank().high())
                                .append('/')
                                .append(page.rank().low());
                    });
            lines.add(line.toString());
        });
        return lines;
    }

    public void testTermsOfSelectedDocuments() throws IOException {
        List<Page> pages = TestShards.randomPages(random(), between(1, 300), between(1, 200));
        try (TestShards shards = TestShards.random(random(), pages, 1, RankOrder.HASH)) {
            ShardRun shard = shards.shards().get(0);
            assertEquals(shards.placed().size(), shard.pinned().documents());
            for (TermKind kind : TermKind.values()) {
                for (String prefix : List.of("", "p", "pA", "pZ-2", "digest1", "site", "zzz")) {
                    int perTerm = between(1, 70);
                    TermQuery query = TermQuery.of(kind, new BytesRef(prefix), perTerm);
                    assertEquals(expected(shards, kind, prefix, perTerm), all(shard, query));
                }
            }
        }
    }

    public void testIgnoresFingerprintsOfBoilerplate() throws IOException {
        List<Page> pages = new ArrayList<>();
        for (int i = between(1, 300); i > 0; i--) {
            Set<String> fingerprints = new TreeSet<>();
            for (int f = between(0, 12); f > 0; f--) {
                fingerprints.add(FingerprintTerms.encode('p', between(0, 20)));
            }
            String site =
                    rarely() ? null : "site" + between(0, 3) + (randomBoolean() ? "" : "/section" + between(0, 1));
            pages.add(new Page("doc" + i, "", site, null, List.copyOf(fingerprints)));
        }
        Map<String, long[]> boilerplate = new TreeMap<>();
        for (String family :
                List.of("/", "site0", "site1", "site2", "site0/section0", "site2/section1", "site3/section1")) {
            boilerplate.put(
                    family,
                    IntStream.range(0, 20)
                            .filter(f -> randomBoolean())
                            .asLongStream()
                            .toArray());
        }
        try (TestShards shards = TestShards.random(random(), pages, 1, RankOrder.HASH)) {
            ShardRun shard = shards.shards().get(0);
            BoilerplateSender sender = new BoilerplateSender(TestShards.clients(ordinal -> shard));
            for (Map.Entry<String, long[]> family : boilerplate.entrySet()) {
                sender.send(new SiteFingerprints(family.getKey(), family.getValue()), List.of(0), between(0, 1 << 20));
            }
            sender.flush();
            List<DocLocation> own = shards.placed().stream()
                    .map(placed -> new DocLocation(
                            withoutBoilerplate(placed.page(), boilerplate), placed.ref(), placed.rank()))
                    .toList();
            TermQuery query = TermQuery.of(TermKind.FINGERPRINT, new BytesRef(), 5);
            assertEquals(expected(own, TermKind.FINGERPRINT, "", 5), all(shard, query));
            for (int f = 0; f < 20; f++) {
                String term = FingerprintTerms.encode('p', f);
                Map<String, Long> sites = own.stream()
                        .map(DocLocation::page)
                        .filter(page ->
                                page.site() != null && page.fingerprints().contains(term))
                        .collect(Collectors.groupingBy(Page::site, Collectors.counting()));
                assertEquals(sites, shard.sites(new BytesRef(term)));
            }
        }
    }

    private static Page withoutBoilerplate(Page page, Map<String, long[]> boilerplate) {
        List<String> own = page.fingerprints().stream()
                .filter(term -> BoilerplateFamilies.of(page.site()).stream()
                        .filter(boilerplate::containsKey)
                        .noneMatch(family -> Arrays.stream(boilerplate.get(family))
                                .anyMatch(f -> f == FingerprintTerms.decode(term))))
                .toList();
        return new Page(page.id(), page.text(), page.site(), page.digest(), own);
    }

    /** A shard reads all documents of the given sites: so one request covers a bounded number of documents, or one site. */
    public void testBoundsDocumentsPerBoilerplateRequest() throws IOException {
        List<Long> documentCounts = new ArrayList<>();
        Map<String, Long> pages = new TreeMap<>();
        ShardClients shard = new ShardClients() {
            @Override
            public <Q, A> A call(int ordinal, ShardMethod<Q, A> method, Q request) {
                assertSame(ShardMethod.BOILERPLATE, method);
                documentCounts.add(((List<?>) request)
                        .stream()
                                .mapToLong(site -> pages.get(((SiteFingerprints) site).site()))
                                .sum());
                return null;
            }
        };
        BoilerplateSender sender = new BoilerplateSender(shard);
        for (int site = between(1, 100); site > 0; site--) {
            pages.put("site" + site, randomLongBetween(1, 1 << 19));
            sender.send(new SiteFingerprints("site" + site, new long[] {1, 2}), List.of(0), pages.get("site" + site));
        }
        sender.flush();
        assertEquals(
                pages.values().stream().mapToLong(Long::longValue).sum(),
                documentCounts.stream().mapToLong(Long::longValue).sum());
        assertTrue(
                documentCounts.toString(),
                documentCounts.stream().allMatch(count -> count < TermQuery.MAX_WORK + (1 << 19)));
    }

    public void testSlicesPartitionTerms() throws IOException {
        List<Page> pages = TestShards.randomPages(random(), between(1, 200), between(1, 200));
        try (TestShards shards = TestShards.random(random(), pages, 1, RankOrder.HASH)) {
            int slices = between(1, 7);
            List<String> union = new ArrayList<>();
            for (int slice = 0; slice < slices; slice++) {
                union.addAll(all(
                        shards.shards().get(0),
                        TermQuery.of(TermKind.FINGERPRINT, new BytesRef(), 3)
                                .withSlice(new TermQuery.Slice(slice, slices, null))));
            }
            List<String> expected = expected(shards, TermKind.FINGERPRINT, "", 3);
            union.sort(Comparator.comparing(line -> new BytesRef(line.substring(0, line.indexOf(' ')))));
            assertEquals(expected, union);
        }
    }

    public void testBatchesAreSmallAndComplete() throws IOException {
        List<Page> pages = new ArrayList<>();
        for (int doc = 0; doc < 700; doc++) {
            List<String> fingerprints = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                // half of the terms are in one document only
                int hash = i % 2 == 0 ? 1_000_000 + doc * 100 + i : 2_000_000 + i;
                fingerprints.add("p" + hash);
            }
            pages.add(new Page("doc" + doc, "", null, null, fingerprints));
        }
        try (TestShards shards = new TestShards()) {
            ShardRun shard = shards.add(random(), pages);
            TermQuery query = TermQuery.of(TermKind.FINGERPRINT, new BytesRef("p"), 64);
            List<String> lines = new ArrayList<>();
            int count = 1;
            TermBatch batch = shard.terms(query);
            for (; batch.last() == false; count++) {
                collect(batch, lines);
                batch = shard.terms(query.withAfter(batch.after()));
            }
            collect(batch, lines);
            assertEquals(expected(shards, TermKind.FINGERPRINT, "p", 64), lines);
            assertEquals(35_050, lines.size());
            // 8 bytes of the term, 16 of overhead and 24 of the one document, for nearly all
            assertEquals(2, count);
        }
    }

    /** Few documents of a large shard take part, for example if the run has a query: terms without such documents cost work as well. */
    public void testBatchIsBoundedByWork() throws IOException {
        List<Page> pages = TestShards.randomPages(random(), between(100, 300), 2000);
        String only = pages.get(between(0, pages.size() - 1)).id();
        try (TestShards shards = new TestShards()) {
            ShardRun shard =
                    shards.add(random(), pages, page -> false, page -> page.id().equals(only), RankOrder.HASH);
            long all = new TreeSet<>(pages.stream()
                                    .flatMap(page -> page.fingerprints().stream())
                                    .toList())
                            .size()
                    + pages.stream()
                            .mapToInt(page -> page.fingerprints().size())
                            .sum();
            long work = between(1, 100);
            long longest = pages.size();
            TermQuery query = TermQuery.of(TermKind.FINGERPRINT, new BytesRef(), between(1, 9))
                    .within(work, TermQuery.MAX_BYTES);
            int responses = 0;
            TermBatch batch = shard.terms(query);
            for (; batch.last() == false; batch = shard.terms(query.withAfter(batch.after()))) {
                responses++;
            }
            assertThat((long) responses, greaterThanOrEqualTo(all / (work + longest + 1)));
            assertThat((long) responses, lessThanOrEqualTo(all / work));
            assertEquals(
                    expected(shards, TermKind.FINGERPRINT, "", query.limits().perTerm()), all(shard, query));
        }
    }

    public void testContinuesAfterMissingTerm() throws IOException {
        try (TestShards shards = new TestShards()) {
            Page page = new Page("1", "", null, null, List.of("pa", "pc"));
            ShardRun shard = shards.add(random(), List.of(page));
            TermQuery query = TermQuery.of(TermKind.FINGERPRINT, new BytesRef("p"), 1);
            TermBatch rest = shard.terms(query.withAfter(new BytesRef("pb")));
            assertEquals(1, rest.size());
            assertEquals("pc", rest.term(0).utf8ToString());
            assertTrue(rest.last());
            assertEquals(0, shard.terms(query.withAfter(new BytesRef("pc"))).size());
        }
    }

    public void testEmptyShard() throws IOException {
        try (TestShards shards = new TestShards()) {
            ShardRun shard = shards.add(random(), List.of());
            for (TermKind kind : TermKind.values()) {
                TermBatch batch = shard.terms(TermQuery.of(kind, new BytesRef(), 5));
                assertTrue(batch.last());
                assertEquals(0, batch.size());
            }
        }
    }

    public void testSampleIsIndependentOfRankOrder() throws IOException {
        List<Page> pages = TestShards.randomPages(random(), 400, 200);
        try (TestShards shards = new TestShards()) {
            ShardRun byHash = shards.add(random(), pages);
            ShardRun byCount = shards.add(random(), pages, page -> false, page -> true, RankOrder.FINGERPRINTS);
            double share = randomDoubleBetween(0.3, 0.7, true);
            byHash.pinned().sample(share);
            byCount.pinned().sample(share);
            long bound = (long) (share * (1L << 32));
            long expected = pages.stream()
                    .filter(page -> Rank.of(page.id()).high() >>> 32 < bound)
                    .count();
            assertEquals(expected, byHash.pinned().documents());
            assertEquals(expected, byCount.pinned().documents());
            assertTrue(expected > 0 && expected < pages.size());
        }
    }

    public void testSitesOfFingerprint() throws IOException {
        List<Page> pages = TestShards.randomPages(random(), 200, 20);
        try (TestShards shards = TestShards.random(random(), pages, 1, RankOrder.HASH)) {
            TreeMap<String, TreeMap<String, Long>> expected = new TreeMap<>();
            for (DocLocation placed : shards.placed()) {
                for (String fingerprint : placed.page().fingerprints()) {
                    TreeMap<String, Long> sites = expected.computeIfAbsent(fingerprint, f -> new TreeMap<>());
                    if (placed.page().site() != null) {
                        sites.merge(placed.page().site(), 1L, Long::sum);
                    }
                }
            }
            for (String fingerprint : expected.keySet()) {
                assertEquals(
                        expected.get(fingerprint),
                        new TreeMap<>(shards.shards().get(0).sites(new BytesRef(fingerprint))));
            }
            assertTrue(shards.shards().get(0).sites(new BytesRef("nowhere")).isEmpty());
        }
    }
}
