package org.ndd.rank;

import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.search.rank.RankDoc.RankKey;

/**
 * A hit of a window.
 *
 * @param scoreDoc its number within the shard, the shard's number within the request, and its score
 * @param index its concrete index
 * @param id its id
 * @param keys what is needed to find its candidates; null where that was not asked for, the page was not processed, or may not be read
 */
record WindowHit(ScoreDoc scoreDoc, String index, String id, PageKeys keys) {

    RankKey key() {
        return new RankKey(scoreDoc.doc, scoreDoc.shardIndex);
    }

    /** The same for Elasticsearch's retrievers, which order by score. */
    RankDoc rankDoc() {
        return new RankDoc(scoreDoc.doc, scoreDoc.score, scoreDoc.shardIndex);
    }
}
