package org.ndd.groups;

import java.util.LinkedHashMap;
import java.util.Map;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.core.Nullable;
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

    /** The compared version according to a document of a run; {@code null} if the run is of a build of ndd that stored none. */
    @Nullable
    public static DocumentVersion compared(Map<String, Object> groupDocument) {
        return groupDocument.get(GroupFields.DOC) instanceof Map<?, ?> doc
                ? read(doc, GroupFields.INDEX_UUID, GroupFields.ID, GroupFields.SEQ_NO, GroupFields.PRIMARY_TERM)
                : null;
    }

    /** The version of its group's canonical document, likewise. */
    @Nullable
    public static DocumentVersion ofCanonical(Map<String, Object> groupDocument) {
        return read(
                groupDocument,
                GroupFields.CANONICAL_INDEX_UUID,
                GroupFields.CANONICAL_ID,
                GroupFields.CANONICAL_SEQ_NO,
                GroupFields.CANONICAL_PRIMARY_TERM);
    }

    private static DocumentVersion read(Map<?, ?> fields, String uuid, String id, String seqNo, String primaryTerm) {
        return fields.get(uuid) instanceof String index
                        && fields.get(id) instanceof String name
                        && fields.get(seqNo) instanceof Number number
                        && fields.get(primaryTerm) instanceof Number term
                ? new DocumentVersion(index, name, number.longValue(), term.longValue())
                : null;
    }

    /**
     * The fields of this version in a document of a run.
     *
     * @param index name of its index
     * @param routing with which it was indexed, or {@code null}
     */
    public Map<String, Object> asDoc(String index, @Nullable String routing) {
        Map<String, Object> doc = new LinkedHashMap<>();
        doc.put(GroupFields.INDEX, index);
        put(doc, GroupFields.INDEX_UUID, indexUuid);
        doc.put(GroupFields.ID, id);
        put(doc, GroupFields.ROUTING, routing);
        if (indexUuid != null) {
            doc.put(GroupFields.SEQ_NO, number(seqNo));
            doc.put(GroupFields.PRIMARY_TERM, number(primaryTerm));
        }
        return doc;
    }

    /** The same of the canonical document of a group. */
    public Map<String, Object> asCanonical(String index, @Nullable String routing) {
        Map<String, Object> canonical = new LinkedHashMap<>();
        canonical.put(GroupFields.CANONICAL_INDEX, index);
        put(canonical, GroupFields.CANONICAL_INDEX_UUID, indexUuid);
        canonical.put(GroupFields.CANONICAL_ID, id);
        put(canonical, GroupFields.CANONICAL_ROUTING, routing);
        if (indexUuid != null) {
            canonical.put(GroupFields.CANONICAL_SEQ_NO, number(seqNo));
            canonical.put(GroupFields.CANONICAL_PRIMARY_TERM, number(primaryTerm));
        }
        return canonical;
    }

    private static void put(Map<String, Object> fields, String name, @Nullable String value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    /** The type that JSON parsing returns, so that documents with equal values are equal. */
    private static Number number(long value) {
        // a conditional expression would make a long of both
        if (value == (int) value) {
            return (int) value;
        }
        return value;
    }
}
