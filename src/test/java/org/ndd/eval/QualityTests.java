package org.ndd.eval;

import java.io.IOException;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.eval.score.PairScore;

/**
 * Minimum precision and recall over labeled pairs, slightly below the measured values for several document orders. A change that
 * falls below a minimum is a regression; raise the minimum after an improvement.
 */
public class QualityTests extends LuceneTestCase {

    private static void assertQuality(String name, double precision, double recall) throws IOException {
        Evaluation evaluation = Evaluation.of(DataFolder.corpus(name));
        PairScore score = evaluation.run(new NddMethod(Variant.BALANCED)).pairs();
        assertTrue(name + " precision " + score.precision() + " " + score, score.precision() >= precision);
        assertTrue(name + " recall " + score.recall() + " " + score, score.recall() >= recall);
    }

    public void testShortNews() throws IOException {
        assertQuality("reuters21578", 0.983, 0.94);
    }

    public void testChineseNews() throws IOException {
        assertQuality("zh_news_sina2018", 0.994, 0.994);
    }

    public void testManyReleasesUnderHeavyMenus() throws IOException {
        assertQuality("apache_sites_html", 0.986, 0.99);
    }

    public void testManyRevisionsOnTwoSites() throws IOException {
        assertQuality("git_manpages_html", 0.993, 0.994);
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
