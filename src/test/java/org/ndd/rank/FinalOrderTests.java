package org.ndd.rank;

import java.util.Arrays;
import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.test.ESTestCase;
import org.ndd.rank.NearDupRetrieverBuilder.FinalOrder;

public class FinalOrderTests extends ESTestCase {

    public void testKeepsSortedScores() {
        RankDoc[] docs = FinalOrder.toRankDocs(
                new ScoreDoc[] {new ScoreDoc(5, 3f, 1), new ScoreDoc(4, 1f, 0), new ScoreDoc(3, 1f, 2)});
        assertEquals("[3.0, 1.0, 1.0]", scores(docs));
        assertEquals(2, docs[2].shardIndex);
        assertEquals(3, docs[2].doc);
        assertEquals(3, docs[2].rank);
    }

    public void testAssignsScoresToFieldSort() {
        ScoreDoc[] none = {new ScoreDoc(5, Float.NaN, 0), new ScoreDoc(4, Float.NaN, 0)};
        assertEquals("[1.0, 0.5]", scores(FinalOrder.toRankDocs(none)));
        ScoreDoc[] other = {new ScoreDoc(5, 1f, 0), new ScoreDoc(4, 2f, 0)};
        assertEquals("[1.0, 0.5]", scores(FinalOrder.toRankDocs(other)));
        ScoreDoc[] ties = {new ScoreDoc(5, 2f, 1), new ScoreDoc(4, 2f, 0)};
        assertEquals("[1.0, 0.5]", scores(FinalOrder.toRankDocs(ties)));
    }

    public void testNoHits() {
        assertEquals(0, FinalOrder.toRankDocs(new ScoreDoc[0]).length);
    }

    public void testAssignsDistinctScoresToMaxWindow() {
        ScoreDoc[] hits = new ScoreDoc[NearDupRetrieverBuilder.MAX_WINDOW];
        Arrays.setAll(hits, i -> new ScoreDoc(i, Float.NaN, 0));
        RankDoc[] docs = FinalOrder.toRankDocs(hits);
        for (int i = 1; i < docs.length; i++) {
            assertTrue(docs[i - 1].score > docs[i].score);
        }
    }

    private static String scores(RankDoc[] docs) {
        return Arrays.stream(docs).map(doc -> doc.score).toList().toString();
    }
}
