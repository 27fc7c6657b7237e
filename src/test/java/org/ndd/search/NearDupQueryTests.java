package org.ndd.search;

import static org.ndd.core.compare.ComparisonMemory.UNLIMITED;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.search.Weight;
import org.apache.lucene.tests.search.QueryUtils;
import org.ndd.boilerplate.TestBoilerplate;
import org.ndd.config.ComparisonOptions;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.Relation;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.FingerprintTerms;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.pair.MustAgreeFields;
import org.ndd.partition.TestCorpus;
import org.ndd.search.NearDupQuery.NearDupOptions;

public class NearDupQueryTests extends NearDupQueryTestCase {

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
}
