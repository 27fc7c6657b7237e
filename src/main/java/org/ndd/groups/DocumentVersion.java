package org.ndd.groups;

import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.search.SearchHit;

/**
 * One version of one document. A verdict applies only to the versions that were compared. A write gives a document another sequence number.
 * An index that is created again under the same name has another UUID, although its sequence numbers start from 0.
 *
 * @param indexUuid UUID of the index; {@code null} if the document was compared outside a cluster, and has no version
 * @param seqNo number of the operation that wrote it, 0 or more
 * @param primaryTerm primary term of the shard at that time, 1 or more
 */
public record DocumentVersion(String indexUuid, String id, long seqNo, long primaryTerm) {

    /** Returns the version of a document outside a cluster, which has no sequence number. */
    public static DocumentVersion outsideCluster(String id) {
        return new DocumentVersion(null, id, 0, 0);
    }

    /** Returns the version of a hit of this cluster, with sequence number and primary term. */
    public static DocumentVersion of(SearchHit hit) {
        return new DocumentVersion(
                hit.getShard().getShardId().getIndex().getUUID(), hit.getId(), hit.getSeqNo(), hit.getPrimaryTerm());
    }

    /** Returns the version that a get found in the index of this UUID. */
    public static DocumentVersion of(String indexUuid, GetResponse found) {
        return new DocumentVersion(indexUuid, found.getId(), found.getSeqNo(), found.getPrimaryTerm());
    }
}
