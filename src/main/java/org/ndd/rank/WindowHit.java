package org.ndd.rank;

import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.rank.RankDoc.RankKey;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PageRequest;
import org.ndd.pair.PageRequest.PageKeys;

/**
 * A hit of a window.
 *
 * @param scoreDoc number of the document within the shard, number of the shard within the request, and score
 * @param index concrete index; null if the hit does not exist anymore
 * @param indexUuid UUID of that index; null if the hit does not exist anymore
 * @param id id of the document; null if the hit does not exist anymore
 * @param keys the data by which its candidates are found; null if it was not requested, the hit does not exist anymore, or the page was not
 *     processed or is not visible to the user
 * @param page page with its text; null if the text is long, and without keys
 */
record WindowHit(ScoreDoc scoreDoc, String index, String indexUuid, String id, PageKeys keys, ComparablePage page) {

    RankKey key() {
        return new RankKey(scoreDoc.doc, scoreDoc.shardIndex);
    }

    /**
     * Returns a hit with the data that its shard wrote into it.
     *
     * @param found the same hit as its shard returned it; null if it does not exist anymore, for example because its shard failed in the
     *     meantime
     */
    static WindowHit of(ScoreDoc hit, SearchHit found) {
        if (found == null) {
            return new WindowHit(hit, null, null, null, null, null);
        }
        PageKeys keys = PageRequest.keys(found);
        ComparablePage page = PageRequest.find(found, found.getIndex(), found.getId());
        return new WindowHit(
                hit,
                found.getIndex(),
                found.getShard().getShardId().getIndex().getUUID(),
                found.getId(),
                keys,
                page == null ? null : page.withFingerprints(keys.fingerprints()));
    }
}
