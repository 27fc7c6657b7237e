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
     * of an earlier version. A copy of the document in another index or under another id has the mark, too, but not the marked version.
     *
     * @param marked version number of the document after the mark is written
     * @param before version of the document that the last operation wrote that was not a mark
     */
    public record MarkedVersion(long marked, DocumentVersion before) {

        private static final String MARKED = "version";
        private static final String INDEX_UUID = "index_uuid";
        private static final String ID = "id";
        private static final String SEQ_NO = "seq_no";
        private static final String PRIMARY_TERM = "primary_term";

        /** Returns the version to store in a document before it is marked; the mark is that of an earlier one, or {@code null}. */
        public static MarkedVersion next(String indexUuid, GetResponse found, @Nullable Object mark) {
            return new MarkedVersion(
                    found.getVersion() + 1,
                    isLastWrite(indexUuid, found, mark) ? read(mark).before : DocumentVersion.of(indexUuid, found));
        }

        /** Returns whether a document was not written after its mark; false without a mark. */
        public static boolean isLastWrite(String indexUuid, GetResponse found, @Nullable Object mark) {
            MarkedVersion last = read(mark);
            return last != null
                    && last.marked == found.getVersion()
                    && last.before.id.equals(found.getId())
                    && last.before.indexUuid.equals(indexUuid);
        }

        /** Returns whether the only write of a document after a version is its mark; false without a mark. */
        public static boolean isOnlyMarkedSince(DocumentVersion version, GetResponse found, @Nullable Object mark) {
            return isLastWrite(version.indexUuid, found, mark)
                    && read(mark).before.equals(version);
        }

        /** Returns the version that a document had before it was marked; {@code null} without a mark, or if it was written after it. */
        @Nullable
        public static DocumentVersion versionBefore(SearchHit hit, DocumentFields fields) {
            MarkedVersion mark = hit.hasSource()
                    ? read(XContentMapValues.extractValue(fields.path(DocumentFields.MARKED), hit.getSourceAsMap()))
                    : null;
            return mark == null || mark.marked != hit.getVersion() ? null : mark.before;
        }

        @Nullable
        private static MarkedVersion read(Object mark) {
            return mark instanceof Map<?, ?> fields
                            && fields.get(MARKED) instanceof Number marked
                            && fields.get(INDEX_UUID) instanceof String indexUuid
                            && fields.get(ID) instanceof String id
                            && fields.get(SEQ_NO) instanceof Number seqNo
                            && fields.get(PRIMARY_TERM) instanceof Number primaryTerm
                    ? new MarkedVersion(
                            marked.longValue(),
                            new DocumentVersion(indexUuid, id, seqNo.longValue(), primaryTerm.longValue()))
                    : null;
        }

        public Map<String, Object> asMap() {
            return Map.of(
                    MARKED,
                    marked,
                    INDEX_UUID,
                    before.indexUuid,
                    ID,
                    before.id,
                    SEQ_NO,
                    before.seqNo,
                    PRIMARY_TERM,
                    before.primaryTerm);
        }
    }
}
