package org.ndd.rank;

import java.util.Comparator;
import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.search.rank.RankDoc;

/**
 * Sorts the hits of a retriever as Elasticsearch finally does, independently of their previous order: by score, then by shard, then by
 * document.
 */
final class FinalOrder {

    private static final Comparator<ScoreDoc> ORDER = Comparator.comparingDouble((ScoreDoc hit) -> -hit.score)
            .thenComparingInt(hit -> hit.shardIndex)
            .thenComparingInt(hit -> hit.doc);

    private FinalOrder() {}

    /**
     * Returns hits in the form in which a retriever passes them on. Scores stay if they agree with the given order. If not, because scores
     * are missing or because of another sort, hits get decreasing scores, 1/rank.
     *
     * @param hits hits, best first
     */
    static RankDoc[] toRankDocs(ScoreDoc[] hits) {
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
