package org.ndd.groups;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ndd.config.GroupFields;

/** A document of a group as responses show it: {@code _index}, {@code _id} and {@code _routing}, as in every API of Elasticsearch. */
final class ShownDocument {

    static final String INDEX = "_index";
    static final String ID = "_id";
    static final String ROUTING = "_routing";

    private ShownDocument() {}

    /** @param doc the object {@code doc} of a group document */
    static Map<String, Object> of(Map<String, Object> doc) {
        return of(doc.get(GroupFields.INDEX), doc.get(GroupFields.ID), doc.get(GroupFields.ROUTING));
    }

    /** @param routing null if the document has none */
    static Map<String, Object> of(Object index, Object id, Object routing) {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put(INDEX, index);
        shown.put(ID, id);
        if (routing != null) {
            shown.put(ROUTING, routing);
        }
        return shown;
    }
}
