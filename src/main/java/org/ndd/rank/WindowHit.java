package org.ndd.rank;

import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.search.rank.RankDoc.RankKey;
import org.ndd.pair.ComparablePage;

/**
 * A hit of a window.
 *
 * @param scoreDoc its number within the shard, the shard's number within the request, and its score
 * @param index its concrete index; null where the hit is not there any more
 * @param indexUuid UUID of that index; null there too
 * @param id its id; null there too
 * @param keys what is needed to find its candidates; null where that was not asked for, the hit is not there any more, the page was not processed,
 *     or may not be read
 * @param page with its text; null where that is long, and without keys
 */
record WindowHit(ScoreDoc scoreDoc, String index, String indexUuid, String id, PageKeys keys, ComparablePage page) {

    RankKey key() {
        return new RankKey(scoreDoc.doc, scoreDoc.shardIndex);
    }
}
