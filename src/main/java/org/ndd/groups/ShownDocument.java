package org.ndd.groups;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A document of a group as responses show it: {@code _index}, {@code _id} and {@code _routing}, as in every API of Elasticsearch. */
public final class ShownDocument {

    public static final String INDEX = "_index";
    public static final String ID = "_id";
    public static final String ROUTING = "_routing";

    private static final List<String> OF_MEMBERS = List.of(
            GroupFields.ROLE,
            GroupFields.CANONICAL,
            GroupFields.CANONICAL_INDEX,
            GroupFields.CANONICAL_ID,
            GroupFields.VERIFIED,
            GroupFields.RELATION,
            GroupFields.CONFIDENCE,
            GroupFields.RESEMBLANCE,
            GroupFields.CONTAINMENT,
            GroupFields.REDIRECT_TARGET,
            GroupFields.CANONICAL_IN);

    private ShownDocument() {}

    /** The fields of a document in its group; redirects were not compared, and have fewer. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> ofMember(Map<String, Object> document) {
        Map<String, Object> shown = of((Map<String, Object>) document.get(GroupFields.DOC));
        for (String field : OF_MEMBERS) {
            if (document.get(field) != null) {
                shown.put(field, document.get(field));
            }
        }
        return shown;
    }

    /** @param doc the object {@code doc} of a group document */
    public static Map<String, Object> of(Map<String, Object> doc) {
        return of(doc.get(GroupFields.INDEX), doc.get(GroupFields.ID), doc.get(GroupFields.ROUTING));
    }

    /** @param routing null if the document has none */
    public static Map<String, Object> of(Object index, Object id, Object routing) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put(INDEX, index);
        shown.put(ID, id);
        if (routing != null) {
            shown.put(ROUTING, routing);
        }
        return shown;
    }
}
