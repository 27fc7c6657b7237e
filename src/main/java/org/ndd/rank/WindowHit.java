package org.ndd.rank;

import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.rank.RankDoc.RankKey;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PageKeys;
import org.ndd.pair.PageRequest;

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

    /**
     * A hit with the data that its shard wrote into it.
     *
     * @param found the same hit; null if it does not exist any more, for example because its shard failed meanwhile
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
