package org.ndd.groups;

import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.search.SearchHit;

/**
 * One version of one document. A verdict holds for the versions that were compared, and for no others: a write gives a document another
 * sequence number, and an index that is created again under the same name has another UUID, although its sequence numbers start again.
 *
 * @param indexUuid UUID of the index; {@code null} if the document was compared outside a cluster, and has no version
 * @param id of the document
 * @param seqNo number of the operation that wrote it, 0 or more
 * @param primaryTerm of the shard at that time, 1 or more
 */
public record DocumentVersion(String indexUuid, String id, long seqNo, long primaryTerm) {

    /** A document outside a cluster, which has no version. */
    public static DocumentVersion outsideCluster(String id) {
        return new DocumentVersion(null, id, 0, 0);
    }

    /**
     * The version that a search found.
     *
     * @param hit with its sequence number and primary term, of a search in this cluster
     */
    public static DocumentVersion of(SearchHit hit) {
        return new DocumentVersion(
                hit.getShard().getShardId().getIndex().getUUID(), hit.getId(), hit.getSeqNo(), hit.getPrimaryTerm());
    }

    /**
     * The version that a get found.
     *
     * @param indexUuid UUID of the index that the document was read from
     */
    public static DocumentVersion of(String indexUuid, GetResponse found) {
        return new DocumentVersion(indexUuid, found.getId(), found.getSeqNo(), found.getPrimaryTerm());
    }
}
