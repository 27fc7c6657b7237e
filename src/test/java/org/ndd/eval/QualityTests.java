package org.ndd.eval;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.eval.score.GradedPair;
import org.ndd.eval.score.PairScore;

/**
 * Minimum precision and recall over labeled pairs, slightly below the measured values for several document orders. A change that
 * falls below a minimum is a regression; raise the minimum after an improvement. The boilerplate learned of real sites does not depend
 * on the document order, and little on the sample. Needs the corpora, see {@link DataFolder}.
 */
public class QualityTests extends LuceneTestCase {

    private static final int SEEDS = TEST_NIGHTLY ? 8 : 1;

    /** Fraction of the documents in a sample. */
    private static final int SAMPLE_PERCENT = 80;

    /** Maximum percentage of read pairs whose relation changes with the sample; measured as 0 in each corpus. */
    private static final int MAX_UNSTABLE_PERCENT = 2;

    private final PairComparator comparator = new PairComparator(SimilarityParameters.BALANCED);

    private static NddMethod.PreparedPages assertQuality(String name, double precision, double recall)
            throws IOException {
        Evaluation evaluation = Evaluation.of(DataFolder.corpus(name));
        NddMethod.PreparedPages pages = new NddMethod(Variant.BALANCED).prepare(evaluation.pages());
        PairScore score = evaluation.run(pages, "").pairs();
        assertTrue(name + " precision " + score.precision() + " " + score, score.precision() >= precision);
        assertTrue(name + " recall " + score.recall() + " " + score, score.recall() >= recall);
        return pages;
    }

    private void assertStableBoilerplate(String name, NddMethod.PreparedPages pages) throws IOException {
        List<GradedPair> pairs = DataFolder.corpus(name).readPairs();
        assertFalse("the corpus has no read pairs", pairs.isEmpty());
        Map<String, PageText> expected = pages.pageTexts("");
        Map<String, SiteBoilerplate> boilerplate = boilerplate(expected);
        List<Relation> relations = relations(pairs, expected);
        Set<GradedPair> unstable = new HashSet<>();
        for (int seed = 1; seed <= SEEDS; seed++) {
            assertEquals("seed " + seed, boilerplate, boilerplate(pages.pageTexts("seed " + seed)));
            List<Relation> ofSample = relations(pairs, pages.pageTexts("seed " + seed, SAMPLE_PERCENT));
            for (int i = 0; i < pairs.size(); i++) {
                if (ofSample.get(i) != relations.get(i)) {
                    unstable.add(pairs.get(i));
                }
            }
        }
        assertTrue(unstable.toString(), 100 * unstable.size() <= MAX_UNSTABLE_PERCENT * pairs.size());
    }

    private static Map<String, SiteBoilerplate> boilerplate(Map<String, PageText> pages) {
        Map<String, SiteBoilerplate> bySite = new TreeMap<>();
        for (PageText page : pages.values()) {
            if (page.boilerplate() != null) {
                bySite.put(page.boilerplate().site(), page.boilerplate());
            }
        }
        return bySite;
    }

    private List<Relation> relations(List<GradedPair> pairs, Map<String, PageText> pages) {
        return pairs.stream()
                .map(pair -> comparator
                        .compare(pages.get(pair.first()), pages.get(pair.second()), () -> {})
                        .relation())
                .toList();
    }

    public void testShortNews() throws IOException {
        assertQuality("reuters21578", 0.98, 0.94);
    }

    public void testChineseNews() throws IOException {
        assertQuality("zh_news_sina2018", 0.994, 0.994);
    }

    public void testManyReleasesUnderHeavyMenus() throws IOException {
        String name = "apache_sites_html";
        assertStableBoilerplate(name, assertQuality(name, 0.986, 0.99));
    }

    public void testManyRevisionsOnTwoSites() throws IOException {
        String name = "git_manpages_html";
        assertStableBoilerplate(name, assertQuality(name, 0.989, 0.994));
    }

    public void testSameBoilerplateOtherItem() throws IOException {
        assertQuality("kafka_javadoc_trap", 0.998, 0.998);
    }

    public void testSisterClassesAreOtherItems() throws IOException {
        assertQuality("javadoc_items", 0.943, 0.99);
    }

    public void testManuallyJudgedPairs() throws IOException {
        assertQuality("webis_pairs", 0.925, 0.93);
    }
}
