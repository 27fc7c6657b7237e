package org.ndd.groups;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.core.Nullable;

/**
 * Writes a document of a group as responses show it: {@code _index}, {@code _id} and {@code _routing}, as in every API of Elasticsearch.
 */
public final class ReportedDocument {

    public static final String INDEX = "_index";
    public static final String ID = "_id";
    public static final String ROUTING = "_routing";

    private static final List<String> MEMBER_FIELDS = List.of(
            GroupFields.ROLE,
            GroupFields.CANONICAL,
            GroupFields.CANONICAL_INDEX,
            GroupFields.CANONICAL_ID,
            GroupFields.VERIFIED,
            GroupFields.RELATION,
            GroupFields.CONFIDENCE,
            GroupFields.RESEMBLANCE,
            GroupFields.CONTAINMENT,
            GroupFields.DECIDED,
            GroupFields.REDIRECT_TARGET,
            GroupFields.CANONICAL_IN);

    private ReportedDocument() {}

    /** Returns the fields of a document in its group. Redirects were not compared, and have fewer fields. */
    public static Map<String, Object> ofMember(GroupDocument document) {
        Map<String, Object> fields = of(document.compared());
        MEMBER_FIELDS.forEach(field -> fields.computeIfAbsent(field, document.source()::get));
        return fields;
    }

    /** Returns a row with a document, its group, and the run that wrote the group. */
    public static Map<String, Object> row(GroupDocument document, @Nullable Integer size) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put(GroupFields.GROUP, document.group());
        if (size != null) {
            row.put(GroupFields.SIZE, size);
        }
        row.put(GroupFields.RUN, document.run());
        row.putAll(ofMember(document));
        return row;
    }

    public static Map<String, Object> of(ComparedDocument document) {
        return of(document.index(), document.id(), document.routing());
    }

    /** @param routing routing value; null if the document has none */
    public static Map<String, Object> of(Object index, Object id, Object routing) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(INDEX, index);
        fields.put(ID, id);
        if (routing != null) {
            fields.put(ROUTING, routing);
        }
        return fields;
    }
}
