package org.ndd.rank;

import java.util.Comparator;
import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.search.rank.RankDoc;

/**
 * The order in which Elasticsearch sorts the hits of a retriever in the end, whatever their order was before: by score, then by shard, then
 * by document.
 */
final class FinalOrder {

    private static final Comparator<ScoreDoc> ORDER = Comparator.comparingDouble((ScoreDoc hit) -> -hit.score)
            .thenComparingInt(hit -> hit.shardIndex)
            .thenComparingInt(hit -> hit.doc);

    private FinalOrder() {}

    /**
     * Hits as a retriever hands them on. Scores stay where they say the order that is given. Where they do not, because there are none or
     * because something else was sorted by, hits get falling scores, 1/rank.
     *
     * @param hits the best first
     */
    static RankDoc[] keep(ScoreDoc[] hits) {
        boolean byScore = isSorted(hits);
        RankDoc[] docs = new RankDoc[hits.length];
        for (int i = 0; i < docs.length; i++) {
            docs[i] = new RankDoc(hits[i].doc, byScore ? hits[i].score : 1f / (i + 1), hits[i].shardIndex);
            docs[i].rank = i + 1;
        }
        return docs;
    }

    private static boolean isSorted(ScoreDoc[] hits) {
        for (int i = 0; i < hits.length; i++) {
            if (Float.isNaN(hits[i].score) || i > 0 && ORDER.compare(hits[i - 1], hits[i]) > 0) {
                return false;
            }
        }
        return true;
    }
}
