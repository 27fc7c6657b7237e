package org.ndd.groups;

import java.util.LinkedHashMap;
import java.util.Map;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.search.SearchHit;
import org.ndd.config.DocumentName;

/**
 * A document of the source in the version that was compared, and its fields in a {@link GroupDocument}.
 *
 * @param index name of its index
 * @param id id of the document
 * @param routing value of its index request, or {@code null}
 * @param version {@code null} only if a build of ndd that stored none wrote the groups
 */
public record ComparedDocument(
        String index,
        String id,
        @Nullable String routing,
        @Nullable DocumentVersion version) {

    /** Creates a document of a version, which contains the id. */
    public ComparedDocument(String index, @Nullable String routing, DocumentVersion version) {
        this(index, version.id(), routing, version);
    }

    /** Returns the document that a search found, with its sequence number and primary term in this cluster. */
    public static ComparedDocument of(SearchHit hit) {
        DocumentField routing = hit.field(RoutingFieldMapper.NAME);
        return new ComparedDocument(
                hit.getIndex(), routing == null ? null : routing.getValue(), DocumentVersion.of(hit));
    }

    /** Returns the name of the document. */
    public DocumentName name() {
        return new DocumentName(index, id);
    }

    Map<String, Object> asDoc() {
        Map<String, Object> doc = new LinkedHashMap<>();
        doc.put(GroupFields.INDEX, index);
        put(doc, GroupFields.INDEX_UUID, version.indexUuid());
        doc.put(GroupFields.ID, id);
        put(doc, GroupFields.ROUTING, routing);
        if (version.indexUuid() != null) {
            doc.put(GroupFields.SEQ_NO, number(version.seqNo()));
            doc.put(GroupFields.PRIMARY_TERM, number(version.primaryTerm()));
        }
        return doc;
    }

    Map<String, Object> asCanonical() {
        Map<String, Object> canonical = new LinkedHashMap<>();
        canonical.put(GroupFields.CANONICAL_INDEX, index);
        put(canonical, GroupFields.CANONICAL_INDEX_UUID, version.indexUuid());
        canonical.put(GroupFields.CANONICAL_ID, id);
        put(canonical, GroupFields.CANONICAL_ROUTING, routing);
        if (version.indexUuid() != null) {
            canonical.put(GroupFields.CANONICAL_SEQ_NO, number(version.seqNo()));
            canonical.put(GroupFields.CANONICAL_PRIMARY_TERM, number(version.primaryTerm()));
        }
        return canonical;
    }

    static ComparedDocument fromMap(Map<?, ?> doc) {
        String id = (String) doc.get(GroupFields.ID);
        return new ComparedDocument(
                (String) doc.get(GroupFields.INDEX),
                id,
                (String) doc.get(GroupFields.ROUTING),
                version(
                        id,
                        doc.get(GroupFields.INDEX_UUID),
                        doc.get(GroupFields.SEQ_NO),
                        doc.get(GroupFields.PRIMARY_TERM)));
    }

    static ComparedDocument ofCanonical(String index, Map<?, ?> document) {
        String id = (String) document.get(GroupFields.CANONICAL_ID);
        return new ComparedDocument(
                index,
                id,
                (String) document.get(GroupFields.CANONICAL_ROUTING),
                version(
                        id,
                        document.get(GroupFields.CANONICAL_INDEX_UUID),
                        document.get(GroupFields.CANONICAL_SEQ_NO),
                        document.get(GroupFields.CANONICAL_PRIMARY_TERM)));
    }

    @Nullable
    private static DocumentVersion version(String id, Object indexUuid, Object seqNo, Object primaryTerm) {
        return indexUuid instanceof String uuid && seqNo instanceof Number number && primaryTerm instanceof Number term
                ? new DocumentVersion(uuid, id, number.longValue(), term.longValue())
                : null;
    }

    private static void put(Map<String, Object> fields, String name, @Nullable String value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    /** Returns a number of the type that JSON parsing returns, so that documents with equal values are equal. */
    private static Number number(long value) {
        // a conditional expression would convert both to long
        if (value == (int) value) {
            return (int) value;
        }
        return value;
    }
}
