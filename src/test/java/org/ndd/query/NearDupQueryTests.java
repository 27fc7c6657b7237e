package org.ndd.query;

import static org.ndd.core.compare.ComparisonMemory.UNLIMITED;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.Weight;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.index.mapper.Uid;
import org.elasticsearch.index.query.ParsedQuery;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.test.TestSearchContext;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.boilerplate.TestBoilerplate;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.MatchRule;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.FingerprintTerms;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.pair.MustAgreeFields;
import org.ndd.pair.SegmentPages;
import org.ndd.partition.TestCorpus;

public class NearDupQueryTests extends LuceneTestCase {

    private static final LoadedBoilerplate NO_BOILERPLATE = TestBoilerplate.none();

    private Directory directory;
    private DirectoryReader reader;
    private final List<ComparablePage> visible = new ArrayList<>();

    /** Documents in random segments, some of them deleted or updated. */
    private void index(int size) throws IOException {
        List<ComparablePage> pages = new ArrayList<>();
        for (TestCorpus.Page page : new TestCorpus(random(), size).pages()) {
            var analysis = TestCorpus.analyze(page, FingerprintParameters.BALANCED);
            pages.add(IndexedPages.page(page.id(), analysis.site(), analysis.text()));
        }
        index(pages);
    }

    private void index(List<ComparablePage> pages) throws IOException {
        directory = newDirectory();
        try (RandomIndexWriter writer = new RandomIndexWriter(random(), directory)) {
            for (ComparablePage page : pages) {
                writer.addDocument(flagged(page));
                if (random().nextInt(5) == 0) {
                    writer.addDocument(new Document());
                }
            }
            for (ComparablePage page : pages) {
                Term id = new Term("_id", Uid.encodeId(page.id()));
                switch (random().nextInt(10)) {
                    case 0 -> writer.deleteDocuments(id);
                    case 1 -> {
                        writer.deleteDocuments(id);
                        writer.addDocument(flagged(page));
                        visible.add(page);
                    }
                    default -> visible.add(page);
                }
            }
            reader = writer.getReader();
        }
    }

    private static Document flagged(ComparablePage page) {
        Document document = IndexedPages.document(page);
        document.add(new StringField("flag", page.id().hashCode() % 3 == 0 ? "yes" : "no", Field.Store.NO));
        return document;
    }

    @Override
    public void tearDown() throws Exception {
        if (reader != null) {
            reader.close();
            directory.close();
        }
        super.tearDown();
    }

    private static NearDupOptions randomOptions() {
        SimilarityParameters similarity =
                random().nextBoolean() ? SimilarityParameters.BALANCED : SimilarityParameters.STRICT;
        boolean verify = random().nextBoolean();
        boolean contained = verify && random().nextInt(3) == 0;
        return new NearDupOptions(
                1 + random().nextInt(4),
                verify,
                10_000,
                random().nextBoolean(),
                ComparisonOptions.DEFAULT
                        .with(similarity)
                        .with(new MatchRule(
                                verify && contained == false ? Relation.values()[random().nextInt(3)] : Relation.NEAR,
                                contained ? (1 + random().nextInt(100)) / 100.0 : MatchRule.NO_CONTAINMENT)));
    }

    private static NearDupQuery query(List<ComparablePage> like, NearDupOptions options) {
        return new NearDupQuery(
                new NearDupQuery.Shard(
                        IndexedPages.INDEX, IndexedPages.FIELDS, false, MustAgreeFields.NONE, () -> 1, UNLIMITED),
                like,
                options,
                () -> NO_BOILERPLATE);
    }

    private List<ComparablePage> randomLike() {
        List<ComparablePage> like = new ArrayList<>();
        for (int i = 1 + random().nextInt(3); i > 0; i--) {
            ComparablePage page = visible.get(random().nextInt(visible.size()));
            like.add(
                    random().nextBoolean()
                            ? page
                            : new ComparablePage(page.place(), null, page.text(), "", page.version()));
        }
        return like;
    }

    private Map<String, Float> run(IndexSearcher searcher, Query query) throws IOException {
        Map<String, Float> found = new HashMap<>();
        TopDocs top = searcher.search(query, Math.max(1, reader.maxDoc()));
        for (ScoreDoc hit : top.scoreDocs) {
            found.put(id(hit.doc), hit.score);
        }
        return found;
    }

    private String id(int doc) throws IOException {
        var leaf = reader.leaves().get(org.apache.lucene.index.ReaderUtil.subIndex(doc, reader.leaves()));
        return new SegmentPages(IndexedPages.INDEX, leaf.reader(), IndexedPages.FIELDS)
                .page(doc - leaf.docBase)
                .id();
    }

    public void testEqualsExhaustiveComparison() throws IOException {
        index(120);
        int found = 0;
        for (int i = 0; i < 40; i++) {
            List<ComparablePage> like = randomLike();
            NearDupOptions options = randomOptions();
            Map<String, Float> expected = IndexedPages.search(visible, like, options);
            assertEquals(expected, run(newSearcher(reader, false), query(like, options)));
            found += expected.size();
        }
        assertTrue("the corpus has duplicates", found > 10);
    }

    /** A search that counts no other hits ends comparisons with a score that is too low. */
    public void testBestHits() throws IOException {
        index(120);
        int limited = 0;
        for (int i = 0; i < 40; i++) {
            List<ComparablePage> like = randomLike();
            limited += assertBestHits(like, randomOptions()) ? 1 : 0;
        }
        assertTrue("the corpus has more duplicates than are requested", limited > 0);
    }

    /** The repaired texts of such documents must be near, but the score is that of the texts with errors. */
    public void testBestHitsAmongTextsWithErrors() throws IOException {
        List<ComparablePage> pages = new ArrayList<>();
        for (TestCorpus.Page page : new TestCorpus(random(), 10).pages()) {
            for (int copy = 0; copy < 8; copy++) {
                StringBuilder text = new StringBuilder(page.text());
                for (int at = 0; at < text.length(); at++) {
                    int kind = "eosli".indexOf(text.charAt(at));
                    if (kind >= 0 && random().nextInt(40) < 5 * copy) {
                        text.setCharAt(at, "c05ij".charAt(kind));
                    }
                }
                pages.add(new ComparablePage(
                        new IndexedSite(IndexedPages.INDEX, null),
                        page.id() + "-" + copy,
                        text.toString(),
                        "",
                        FingerprintParameters.NOISE.version()));
            }
        }
        index(pages);
        for (int i = 0; i < 40; i++) {
            assertBestHits(List.of(visible.get(random().nextInt(visible.size()))), NearDupOptions.DEFAULT);
        }
    }

    /** Returns whether there are more hits than requested. */
    private boolean assertBestHits(List<ComparablePage> like, NearDupOptions options) throws IOException {
        int hits = 1 + random().nextInt(3);
        float boost = random().nextBoolean() ? 1 : random().nextInt(300) / 100f;
        Map<String, Float> all = IndexedPages.search(visible, like, options);
        all.replaceAll((id, score) -> boost * score);
        List<Float> expected = all.values().stream()
                .sorted(Comparator.reverseOrder())
                .limit(hits)
                .toList();
        TopDocs best = newSearcher(reader, false)
                .search(new BoostQuery(query(like, options), boost), new TopScoreDocCollectorManager(hits, 1));
        List<Float> scores = new ArrayList<>();
        for (ScoreDoc hit : best.scoreDocs) {
            scores.add(hit.score);
            assertEquals(all.get(id(hit.doc)), hit.score, 0);
        }
        assertEquals(expected, scores);
        return all.size() > hits;
    }

    public void testComparesNoFurtherThanBestPossibleHits() throws IOException {
        List<ComparablePage> pages = new ArrayList<>();
        String text = String.join(
                ". ", Collections.nCopies(3, "the harbour of the old town was closed because of the storm"));
        for (int i = 0; i < 10; i++) {
            pages.add(IndexedPages.page("copy" + i, null, text + (i % 2 == 0 ? "." : "!")));
        }
        index(pages);
        int[] comparisons = {0};
        ComparisonMemory memory = bytes -> {
            comparisons[0]++;
            return () -> {};
        };
        NearDupQuery query = new NearDupQuery(
                new NearDupQuery.Shard(
                        IndexedPages.INDEX, IndexedPages.FIELDS, false, MustAgreeFields.NONE, () -> 1, memory),
                List.of(pages.get(0)),
                new NearDupOptions(1, true, 1000, true, ComparisonOptions.DEFAULT),
                () -> NO_BOILERPLATE);
        IndexSearcher searcher = new IndexSearcher(reader);
        assertEquals(visible.size(), run(searcher, query).size());
        assertEquals(visible.size(), comparisons[0]);
        comparisons[0] = 0;
        searcher.search(query, new TopScoreDocCollectorManager(1, 1));
        assertTrue(comparisons[0] < visible.size());
    }

    public void testQueryUtils() throws IOException {
        index(60);
        for (int i = 0; i < (TEST_NIGHTLY ? 5 : 2); i++) {
            List<ComparablePage> like = randomLike();
            NearDupOptions options = randomOptions();
            QueryUtils.check(random(), query(like, options), newSearcher(reader));
        }
    }

    public void testEqualsAndHashCode() throws IOException {
        index(20);
        List<ComparablePage> like = List.of(visible.get(0));
        NearDupOptions options = NearDupOptions.DEFAULT;
        QueryUtils.checkEqual(
                query(like, options),
                new NearDupQuery(
                        new NearDupQuery.Shard(
                                "pages", IndexedPages.FIELDS, false, MustAgreeFields.NONE, () -> 1, UNLIMITED),
                        like,
                        options,
                        TestBoilerplate::none));
        QueryUtils.checkUnequal(query(like, options), query(List.of(visible.get(1)), options));
        QueryUtils.checkUnequal(
                query(like, options),
                new NearDupQuery(
                        new NearDupQuery.Shard(
                                "other", IndexedPages.FIELDS, false, MustAgreeFields.NONE, () -> 1, UNLIMITED),
                        like,
                        options,
                        () -> NO_BOILERPLATE));
        ComparablePage masked = visible.get(0).with(new SiteBoilerplate("a.org", List.of()));
        QueryUtils.checkUnequal(query(like, options), query(List.of(masked), options));
        QueryUtils.checkUnequal(
                query(like, options), query(like, new NearDupOptions(2, true, 1000, false, ComparisonOptions.DEFAULT)));
        QueryUtils.checkUnequal(query(like, options), query(like, atLeast(Relation.SAME)));
        for (boolean verify : new boolean[] {true, false}) {
            NearDupQuery query = query(like, new NearDupOptions(1, verify, 1000, false, ComparisonOptions.DEFAULT));
            Weight weight = query.createWeight(new IndexSearcher(reader), ScoreMode.COMPLETE, 1);
            assertFalse(weight.isCacheable(reader.leaves().get(0)));
        }
    }

    public void testInsideBool() throws IOException {
        index(100);
        TermQuery flag = new TermQuery(new Term("flag", "yes"));
        for (int i = 0; i < 20; i++) {
            List<ComparablePage> like = randomLike();
            NearDupOptions options = randomOptions();
            NearDupQuery query = query(like, options);
            Map<String, Float> all = IndexedPages.search(visible, like, options);
            Map<String, Float> flagged = new HashMap<>(all);
            flagged.keySet().removeIf(id -> id.hashCode() % 3 != 0);
            IndexSearcher searcher = newSearcher(reader, false);
            assertEquals(
                    flagged, run(searcher, bool(query, BooleanClause.Occur.MUST, flag, BooleanClause.Occur.FILTER)));
            assertEquals(
                    flagged.keySet(),
                    run(searcher, bool(query, BooleanClause.Occur.FILTER, flag, BooleanClause.Occur.FILTER))
                            .keySet());
            long flags = visible.stream()
                    .filter(page -> page.id().hashCode() % 3 == 0)
                    .count();
            assertEquals(
                    flags - flagged.size(),
                    searcher.count(bool(flag, BooleanClause.Occur.MUST, query, BooleanClause.Occur.MUST_NOT)));
            assertEquals(
                    flags + all.size() - flagged.size(),
                    searcher.count(bool(flag, BooleanClause.Occur.SHOULD, query, BooleanClause.Occur.SHOULD)));
        }
    }

    private static Query bool(Query a, BooleanClause.Occur howA, Query b, BooleanClause.Occur howB) {
        return new BooleanQuery.Builder().add(a, howA).add(b, howB).build();
    }

    public void testComparesOnlyBestCandidates() throws IOException {
        index(120);
        for (int i = 0; i < 20; i++) {
            List<ComparablePage> like = randomLike();
            NearDupOptions all = new NearDupOptions(1, true, 10_000, true, ComparisonOptions.DEFAULT);
            NearDupOptions one = new NearDupOptions(1, true, 1, true, ComparisonOptions.DEFAULT);
            Map<String, Float> everything = run(new IndexSearcher(reader), query(like, all));
            Map<String, Float> best = run(new IndexSearcher(reader), query(like, one));
            assertTrue(best.size() <= 1);
            assertTrue(everything.entrySet().containsAll(best.entrySet()));
            if (like.get(0).text().length() > 100) {
                assertEquals(
                        "equal texts come first",
                        Map.of(best.keySet().iterator().next(), 1f),
                        best);
            }
        }
    }

    /** Returns a query with more candidates than it compares. */
    private NearDupQuery queryWithWarning() throws IOException {
        index(60);
        IndexSearcher searcher = new IndexSearcher(reader);
        NearDupOptions unverified = new NearDupOptions(1, false, 100, true, ComparisonOptions.DEFAULT);
        ComparablePage given = null;
        for (ComparablePage page : visible) {
            if (run(searcher, query(List.of(page), unverified)).size() > 1) {
                given = page;
            }
        }
        assertNotNull(given);
        return query(List.of(given), new NearDupOptions(1, true, 1, true, ComparisonOptions.DEFAULT));
    }

    /** Segments may be searched by other threads than the one that responds. */
    public void testKeepsWarningsOfOtherThreads() throws Exception {
        NearDupQuery query = queryWithWarning();
        ThreadContext warnings = new ThreadContext(Settings.EMPTY);
        HeaderWarning.setThreadContext(warnings);
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            other.submit(() -> new IndexSearcher(reader).search(query, 10)).get();
            assertEquals(Map.of(), warnings.getResponseHeaders());
            try (TestSearchContext search = new TestSearchContext((SearchExecutionContext) null)) {
                TermQuery flag = new TermQuery(new Term("flag", "yes"));
                Query excluded = bool(flag, BooleanClause.Occur.MUST, query, BooleanClause.Occur.MUST_NOT);
                search.parsedQuery(new ParsedQuery(excluded));
                new QueryWarnings().onQueryPhase(search, 0);
            }
            assertTrue(warnings.getResponseHeaders().toString().contains("raise [max_verified]"));
        } finally {
            other.shutdown();
            HeaderWarning.removeThreadContext(warnings);
        }
    }

    /** Candidates are not collected if another clause of the search matches nothing. */
    public void testCollectsCandidatesLazily() throws IOException {
        NearDupQuery query = queryWithWarning();
        IndexSearcher searcher = new IndexSearcher(reader);
        ThreadContext warnings = new ThreadContext(Settings.EMPTY);
        HeaderWarning.setThreadContext(warnings);
        try {
            Weight weight = query.createWeight(searcher, ScoreMode.COMPLETE, 1);
            for (var leaf : reader.leaves()) {
                assertTrue(weight.scorerSupplier(leaf).cost() >= 0);
            }
            searcher.search(
                    new BooleanQuery.Builder()
                            .add(query, BooleanClause.Occur.MUST)
                            .add(new TermQuery(new Term("flag", "neither")), BooleanClause.Occur.FILTER)
                            .build(),
                    10);
            assertEquals(Map.of(), warnings.getResponseHeaders());
            searcher.search(query, 10);
            assertTrue(warnings.getResponseHeaders().toString().contains("raise [max_verified]"));
        } finally {
            HeaderWarning.removeThreadContext(warnings);
        }
    }

    public void testFingerprintsOfBoilerplateYieldNoCandidates() throws IOException {
        index(120);
        int fewer = 0;
        List<ComparablePage> shuffled = new ArrayList<>(visible);
        Collections.shuffle(shuffled, random());
        // 20, and more if none of these has neighbors that boilerplate hides
        for (int i = 0; i < shuffled.size() && (i < 20 || fewer == 0); i++) {
            ComparablePage given = shuffled.get(i);
            IndexedSite place = given.place();
            if (place.site() == null || given.fingerprints().isEmpty()) {
                continue;
            }
            boolean all = random().nextBoolean();
            long[] some = given.fingerprints().stream()
                    .filter(term -> all || random().nextBoolean())
                    .mapToLong(FingerprintTerms::decode)
                    .toArray();
            SiteBoilerplate boilerplate = new SiteBoilerplate(place.site(), List.of(), some);
            List<ComparablePage> masked = visible.stream()
                    .map(page -> page.place().equals(place) ? page.with(boilerplate) : page)
                    .toList();
            NearDupOptions options = new NearDupOptions(1, true, 1000, true, ComparisonOptions.DEFAULT);
            // once as a document, and once as a provided text
            for (String id : Arrays.asList(given.id(), null)) {
                ComparablePage like = new ComparablePage(place, id, given.text(), "", given.version());
                ComparablePage withBoilerplate = like.with(boilerplate);
                Map<String, Float> expected = IndexedPages.search(masked, List.of(withBoilerplate), options);
                Query query = new NearDupQuery(
                        new NearDupQuery.Shard(
                                IndexedPages.INDEX,
                                IndexedPages.FIELDS,
                                false,
                                MustAgreeFields.NONE,
                                () -> 1,
                                UNLIMITED),
                        List.of(like),
                        options,
                        () -> TestBoilerplate.of(IndexedPages.INDEX, boilerplate));
                assertEquals(expected, run(newSearcher(reader, false), query));
                fewer += IndexedPages.search(visible, List.of(like), options).size() - expected.size();
            }
        }
        assertTrue("some documents are no longer found", fewer > 0);
    }

    private static NearDupOptions atLeast(Relation least) {
        return new NearDupOptions(1, true, 10_000, true, ComparisonOptions.DEFAULT.with(new MatchRule(least)));
    }

    public void testCloserRelationsMatchFewer() throws IOException {
        index(120);
        Map<Relation, Integer> found = new HashMap<>();
        for (ComparablePage like : visible) {
            Map<String, Float> before = Map.of();
            for (Relation least : List.of(Relation.SAME, Relation.NEAR, Relation.OVERLAP)) {
                Map<String, Float> matches = run(new IndexSearcher(reader), query(List.of(like), atLeast(least)));
                assertTrue(matches.entrySet().containsAll(before.entrySet()));
                found.merge(least, matches.size(), Integer::sum);
                before = matches;
            }
        }
        assertTrue(found.toString(), found.get(Relation.NEAR) > found.get(Relation.SAME));
        assertTrue(found.toString(), found.get(Relation.OVERLAP) > found.get(Relation.NEAR));
        assertTrue("each document is the same as itself", found.get(Relation.SAME) >= visible.size());
    }

    public void testExplainsMinRelation() throws IOException {
        index(120);
        IndexSearcher searcher = new IndexSearcher(reader);
        boolean seen = false;
        for (ComparablePage like : visible) {
            Query near = query(List.of(like), atLeast(Relation.NEAR));
            Query same = query(List.of(like), atLeast(Relation.SAME));
            for (ScoreDoc hit : searcher.search(near, reader.maxDoc()).scoreDocs) {
                String reason = searcher.explain(near, hit.doc).toString();
                assertTrue(reason, reason.contains("confidence that readers call them near-duplicates"));
                if (reason.contains("relation [near]")) {
                    Explanation not = searcher.explain(same, hit.doc);
                    assertFalse(not.isMatch());
                    assertTrue(
                            not.toString(),
                            not.toString().contains("not of relation [same] or closer: relation [near]"));
                    seen = true;
                } else {
                    assertTrue(reason, reason.contains("relation [same]"));
                    assertTrue(searcher.explain(same, hit.doc).isMatch());
                }
            }
        }
        assertTrue(seen);
    }

    public void testExplains() throws IOException {
        index(80);
        IndexSearcher searcher = new IndexSearcher(reader);
        ComparablePage like = null;
        Query query = null;
        TopDocs top = null;
        for (ComparablePage page : visible) {
            Query ofPage = query(List.of(page), new NearDupOptions(1, true, 100, true, ComparisonOptions.DEFAULT));
            TopDocs hits = page.text().length() > 200 ? searcher.search(ofPage, 10) : null;
            // a document with another order of sentences contains it as well, and may come first
            if (hits != null && (hits.scoreDocs.length == 1 || hits.scoreDocs[1].score < hits.scoreDocs[0].score)) {
                like = page;
                query = ofPage;
                top = hits;
                break;
            }
        }
        assertNotNull("no document has the best score alone", like);
        Explanation explanation = searcher.explain(query, top.scoreDocs[0].doc);
        assertTrue(explanation.toString(), explanation.toString().contains("reason [same_words]"));
        assertTrue(explanation.toString(), explanation.toString().contains("shared fingerprints"));
        assertTrue(explanation.toString(), explanation.toString().contains("[pages/" + like.id() + "]"));
        Query cut = query(List.of(like), new NearDupOptions(1, true, 1, true, ComparisonOptions.DEFAULT));
        for (int doc = 0; doc < reader.maxDoc(); doc++) {
            if (doc != top.scoreDocs[0].doc) {
                assertFalse(searcher.explain(cut, doc).isMatch());
            }
        }
    }

    public void testCancelledDuringComparison() throws IOException {
        index(60);
        ComparablePage like = visible.stream()
                .filter(page -> page.text().length() > 200)
                .findFirst()
                .orElseThrow();
        boolean[] cancelled = {false};
        DirectoryReader cancellable = new CancellableReader(reader, cancelled);
        Query query = query(List.of(like), new NearDupOptions(1, true, 100, true, ComparisonOptions.DEFAULT));
        IndexSearcher searcher = new IndexSearcher(cancellable);
        Weight weight = query.createWeight(searcher, ScoreMode.COMPLETE, 1);
        cancelled[0] = true;
        boolean compared = false;
        for (var leaf : cancellable.leaves()) {
            cancelled[0] = false;
            var scorer = weight.scorer(leaf);
            cancelled[0] = true;
            // a segment without candidates compares nothing, and ends immediately
            if (scorer.iterator().cost() > 0) {
                compared = true;
                expectThrows(ArithmeticException.class, () -> scorer.iterator().nextDoc());
            }
        }
        assertTrue(compared);
    }

    /** Throws when terms are read, as Elasticsearch's readers do after a search was cancelled. */
    private static final class CancellableReader extends org.apache.lucene.index.FilterDirectoryReader {

        private final boolean[] cancelled;

        CancellableReader(DirectoryReader in, boolean[] cancelled) throws IOException {
            super(in, new SubReaderWrapper() {
                @Override
                public LeafReader wrap(LeafReader leaf) {
                    return new FilterLeafReader(leaf) {
                        @Override
                        public Terms terms(String field) throws IOException {
                            Terms terms = super.terms(field);
                            return terms == null
                                    ? null
                                    : new FilterTerms(terms) {
                                        @Override
                                        public TermsEnum iterator() throws IOException {
                                            if (cancelled[0]) {
                                                throw new ArithmeticException("cancelled");
                                            }
                                            return super.iterator();
                                        }
                                    };
                        }

                        @Override
                        public CacheHelper getCoreCacheHelper() {
                            return null;
                        }

                        @Override
                        public CacheHelper getReaderCacheHelper() {
                            return null;
                        }
                    };
                }
            });
            this.cancelled = cancelled;
        }

        @Override
        protected DirectoryReader doWrapDirectoryReader(DirectoryReader in) throws IOException {
            return new CancellableReader(in, cancelled);
        }

        @Override
        public CacheHelper getReaderCacheHelper() {
            return null;
        }
    }
}
