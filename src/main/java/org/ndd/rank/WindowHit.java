package org.ndd.rank;

import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.search.rank.RankDoc.RankKey;
import org.ndd.pair.ComparablePage;

/**
 * A hit of a window.
 *
 * @param scoreDoc its number within the shard, the shard's number within the request, and its score
 * @param index its concrete index; null if the hit does not exist any more
 * @param indexUuid UUID of that index; null in the same case
 * @param id its id; null in the same case
 * @param keys the data by which its candidates are found; null if it was not requested, the hit does not exist any more, or the page was
 *     not processed or may not be read
 * @param page with its text; null if that is long, and without keys
 */
record WindowHit(ScoreDoc scoreDoc, String index, String indexUuid, String id, PageKeys keys, ComparablePage page) {

    RankKey key() {
        return new RankKey(scoreDoc.doc, scoreDoc.shardIndex);
    }
}
