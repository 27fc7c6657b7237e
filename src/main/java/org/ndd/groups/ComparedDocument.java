package org.ndd.groups;

import java.util.LinkedHashMap;
import java.util.Map;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.search.SearchHit;
import org.ndd.bulk.CompleteSearch;
import org.ndd.config.DocumentName;

/**
 * A document of the source in the version that was compared, and its fields in a {@link GroupDocument}.
 *
 * @param routing value of its index request, or {@code null}
 * @param version {@code null} only if a build of ndd that stored none wrote the groups
 */
public record ComparedDocument(
        String index,
        String id,
        @Nullable String routing,
        @Nullable DocumentVersion version) {

    /** Prefix of the names of the fields of a canonical document, whose names are otherwise those of the document. */
    private static final String CANONICAL = GroupFields.CANONICAL + "_";

    /** Creates a document of a version, which contains the id. */
    public ComparedDocument(String index, @Nullable String routing, DocumentVersion version) {
        this(index, version.id(), routing, version);
    }

    /** Returns the document that a search found, with its sequence number and primary term in this cluster. */
    public static ComparedDocument of(SearchHit hit) {
        return new ComparedDocument(
                hit.getIndex(), CompleteSearch.value(hit, RoutingFieldMapper.NAME), DocumentVersion.of(hit));
    }

    public DocumentName name() {
        return new DocumentName(index, id);
    }

    Map<String, Object> asDoc() {
        return fields("");
    }

    Map<String, Object> asCanonical() {
        return fields(CANONICAL);
    }

    private Map<String, Object> fields(String prefix) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(prefix + GroupFields.INDEX, index);
        fields.computeIfAbsent(prefix + GroupFields.INDEX_UUID, name -> version.indexUuid());
        fields.put(prefix + GroupFields.ID, id);
        fields.computeIfAbsent(prefix + GroupFields.ROUTING, name -> routing);
        if (version.indexUuid() != null) {
            fields.put(prefix + GroupFields.SEQ_NO, number(version.seqNo()));
            fields.put(prefix + GroupFields.PRIMARY_TERM, number(version.primaryTerm()));
        }
        return fields;
    }

    static ComparedDocument fromMap(Map<?, ?> doc) {
        return of((String) doc.get(GroupFields.INDEX), doc, "");
    }

    static ComparedDocument ofCanonical(String index, Map<?, ?> document) {
        return of(index, document, CANONICAL);
    }

    private static ComparedDocument of(String index, Map<?, ?> fields, String prefix) {
        String id = (String) fields.get(prefix + GroupFields.ID);
        return new ComparedDocument(
                index,
                id,
                (String) fields.get(prefix + GroupFields.ROUTING),
                version(
                        id,
                        fields.get(prefix + GroupFields.INDEX_UUID),
                        fields.get(prefix + GroupFields.SEQ_NO),
                        fields.get(prefix + GroupFields.PRIMARY_TERM)));
    }

    @Nullable
    private static DocumentVersion version(String id, Object indexUuid, Object seqNo, Object primaryTerm) {
        return indexUuid instanceof String uuid && seqNo instanceof Number number && primaryTerm instanceof Number term
                ? new DocumentVersion(uuid, id, number.longValue(), term.longValue())
                : null;
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
