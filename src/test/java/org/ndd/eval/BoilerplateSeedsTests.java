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

/**
 * The boilerplate learned of real sites does not depend on the document order, and little on the sample; needs the corpora,
 * see {@link DataFolder}.
 */
public class BoilerplateSeedsTests extends LuceneTestCase {

    private static final int SEEDS = TEST_NIGHTLY ? 8 : 4;

    /** Fraction of the documents in a sample. */
    private static final int SAMPLE_PERCENT = 80;

    /** Maximum percentage of read pairs whose relation changes with the sample; measured as 0 in each corpus. */
    private static final int MAX_UNSTABLE_PERCENT = 2;

    private final PairComparator comparator = new PairComparator(SimilarityParameters.BALANCED);

    public void testApacheSites() throws IOException {
        check("apache_sites_html");
    }

    public void testManualPages() throws IOException {
        check("git_manpages_html");
    }

    private void check(String name) throws IOException {
        Corpus corpus = DataFolder.corpus(name);
        List<GradedPair> pairs = corpus.readPairs();
        assertFalse("the corpus has no read pairs", pairs.isEmpty());
        NddMethod.PreparedPages pages = prepared(Evaluation.of(corpus));
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

    private static NddMethod.PreparedPages prepared(Evaluation evaluation) {
        return new NddMethod(Variant.BALANCED).prepare(evaluation.pages());
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
}
