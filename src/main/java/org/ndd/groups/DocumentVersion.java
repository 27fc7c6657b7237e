package org.ndd.groups;

import java.util.Map;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.search.SearchHit;
import org.ndd.config.DocumentFields;

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

    /**
     * The part of a mark that stores the marked version of a document, so that a job can detect that only marks changed. A write gives a
     * document the next version number, so the number is known before the mark is written. After any other write, the stored number is that
     * of an earlier version.
     *
     * @param marked version number of the document after the mark is written
     * @param seqNo sequence number of the last operation that wrote the document and was not a mark
     * @param primaryTerm primary term of the shard at that time
     */
    public record MarkedVersion(long marked, long seqNo, long primaryTerm) {

        private static final String MARKED = "version";
        private static final String SEQ_NO = "seq_no";
        private static final String PRIMARY_TERM = "primary_term";

        /** Returns the version to store in a document before it is marked; the mark is that of an earlier one, or {@code null}. */
        public static MarkedVersion next(GetResponse found, @Nullable Object mark) {
            MarkedVersion before = read(mark);
            boolean onlyMarked = isLastWrite(found, mark);
            return new MarkedVersion(
                    found.getVersion() + 1,
                    onlyMarked ? before.seqNo : found.getSeqNo(),
                    onlyMarked ? before.primaryTerm : found.getPrimaryTerm());
        }

        /** Returns whether a document was not written after its mark; false without a mark. */
        public static boolean isLastWrite(GetResponse found, @Nullable Object mark) {
            MarkedVersion before = read(mark);
            return before != null && before.marked == found.getVersion();
        }

        /** Returns the version that a document had before it was marked; {@code null} without a mark, or if it was written after it. */
        @Nullable
        public static DocumentVersion versionBefore(SearchHit hit, DocumentFields fields) {
            MarkedVersion mark = hit.hasSource()
                    ? read(XContentMapValues.extractValue(fields.path(DocumentFields.MARKED), hit.getSourceAsMap()))
                    : null;
            if (mark == null || mark.marked != hit.getVersion()) {
                return null;
            }
            String uuid = hit.getShard().getShardId().getIndex().getUUID();
            return new DocumentVersion(uuid, hit.getId(), mark.seqNo, mark.primaryTerm);
        }

        @Nullable
        private static MarkedVersion read(Object mark) {
            return mark instanceof Map<?, ?> fields
                            && fields.get(MARKED) instanceof Number marked
                            && fields.get(SEQ_NO) instanceof Number seqNo
                            && fields.get(PRIMARY_TERM) instanceof Number primaryTerm
                    ? new MarkedVersion(marked.longValue(), seqNo.longValue(), primaryTerm.longValue())
                    : null;
        }

        public Map<String, Object> asMap() {
            return Map.of(MARKED, marked, SEQ_NO, seqNo, PRIMARY_TERM, primaryTerm);
        }
    }
}
