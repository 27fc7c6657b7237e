package org.ndd.search;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.Weight;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.index.query.ParsedQuery;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.test.TestSearchContext;
import org.ndd.config.ComparisonOptions;
import org.ndd.core.compare.Relation;
import org.ndd.pair.ComparablePage;
import org.ndd.search.NearDupQuery.NearDupOptions;
import org.ndd.search.NearDupQueryBuilder.QueryWarnings;

/** Tests which candidates a query compares, with which relation they must match, and how it explains and ends. */
public class NearDupQueryExecutionTests extends NearDupQueryTestCase {

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
