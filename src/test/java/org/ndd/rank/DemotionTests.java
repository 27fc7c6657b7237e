package org.ndd.rank;

import java.util.Arrays;
import java.util.BitSet;
import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.test.ESTestCase;

public class DemotionTests extends ESTestCase {

    public void testDemotedHitsKeepOrderAfterOthers() {
        ScoreDoc[] hits = {hit(7, 5f), hit(3, 4f), hit(9, 4f), hit(1, 0.001f)};
        NearDupRescorer.Demotion.apply(hits, bits(0, 2));
        assertEquals("3 1 7 9", docs(hits));
        assertEquals(4f, hits[0].score, 0);
        assertEquals(0.001f, hits[1].score, 0);
        assertEquals("a power of two keeps all digits", 5f, hits[2].score / NearDupRescorer.Demotion.FACTOR, 0);
        assertEquals(4f, hits[3].score / NearDupRescorer.Demotion.FACTOR, 0);
    }

    public void testTiesInDocumentOrder() {
        ScoreDoc[] hits = {hit(1, 1f), hit(2, 1f), hit(3, 1f), hit(4, 1f), hit(5, 1f)};
        NearDupRescorer.Demotion.apply(hits, bits(1, 3));
        assertEquals("1 3 5 2 4", docs(hits));
    }

    public void testScoresStaySortedForLargeRange() {
        ScoreDoc[] hits = {hit(1, 1e10f), hit(2, 1e9f), hit(3, 1e-20f), hit(4, 0f)};
        NearDupRescorer.Demotion.apply(hits, bits(1));
        assertEquals("1 3 4 2", docs(hits));
        assertEquals(0f, hits[3].score, 0);
    }

    public void testAllScoresZero() {
        ScoreDoc[] hits = {hit(1, 0f), hit(2, 0f), hit(3, 0f)};
        NearDupRescorer.Demotion.apply(hits, bits(0, 1));
        assertEquals("3 1 2", docs(hits));
    }

    private static ScoreDoc hit(int doc, float score) {
        return new ScoreDoc(doc, score);
    }

    private static BitSet bits(int... set) {
        BitSet bits = new BitSet();
        Arrays.stream(set).forEach(bits::set);
        return bits;
    }

    private static String docs(ScoreDoc[] hits) {
        return String.join(
                " ", Arrays.stream(hits).map(hit -> String.valueOf(hit.doc)).toList());
    }
}
