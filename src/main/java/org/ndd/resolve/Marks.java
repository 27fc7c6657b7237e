package org.ndd.resolve;

import java.util.LinkedHashMap;
import java.util.Map;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.ingest.IngestDocument;
import org.ndd.config.DocumentFields;
import org.ndd.groups.DocumentVersion.MarkedVersion;
import org.ndd.groups.GroupDocument;

/**
 * Adds marks to pages and removes them: the group of the page, and the document of which it is a duplicate. They are under the processor's
 * target field, whose mapping has fields for them. A page that is sent through the pipeline again loses its marks.
 */
final class Marks {

    private final String field;
    private final String[] path;

    Marks(DocumentFields fields) {
        this.field = fields.parent();
        this.path = fields.parent().split("\\.");
    }

    /**
     * Returns the source of a page with its marks; {@code null} if it already has them.
     *
     * @throws IllegalArgumentException if the page has no object for them
     */
    Map<String, Object> addMarks(GetResponse found, GroupDocument page) {
        Map<String, Object> source = found.getSourceAsMap();
        Map<String, Object> marked = removeMarks(source);
        if (marked == null) {
            marked = IngestDocument.deepCopyMap(source);
        }
        Map<String, Object> target = addTarget(marked);
        if (page.isCanonical() == false) {
            Map<String, Object> canonical = new LinkedHashMap<>();
            canonical.put("index", page.canonical().index());
            canonical.put("id", page.canonical().id());
            target.put(DocumentFields.DUPLICATE_OF, canonical);
        }
        target.put(DocumentFields.GROUP, page.group());
        Map<String, Object> previousTarget = target(source);
        Object previousMark = previousTarget == null ? null : previousTarget.get(DocumentFields.MARKED);
        if (previousMark != null) {
            target.put(DocumentFields.MARKED, previousMark);
        }
        if (marked.equals(source)) {
            return null;
        }
        target.put(
                DocumentFields.MARKED, MarkedVersion.next(found, previousMark).asMap());
        return marked;
    }

    /** Returns the source of a page without marks; {@code null} if it has no marks. */
    Map<String, Object> removeMarks(Map<String, Object> source) {
        Map<String, Object> unmarked = IngestDocument.deepCopyMap(source);
        Map<String, Object> target = target(unmarked);
        if (target == null) {
            return null;
        }
        target.remove(DocumentFields.DUPLICATE_OF);
        target.remove(DocumentFields.GROUP);
        target.remove(DocumentFields.MARKED);
        if (unmarked.equals(source)) {
            return null;
        }
        if (target.isEmpty()) {
            removeEmpty(unmarked, 0);
        }
        return unmarked;
    }

    /**
     * Returns the object under the target field, or adds it, because it may be missing if the index computes the other fields itself.
     * It cannot be added below an array of objects.
     */
    private Map<String, Object> addTarget(Map<String, Object> source) {
        Map<String, Object> object = source;
        for (String name : path) {
            object = asMap(object.computeIfAbsent(name, absent -> new LinkedHashMap<>()));
            if (object == null) {
                throw new IllegalArgumentException(
                        "[target_field] must not be below an array of objects, but was [" + field + "]");
            }
        }
        return object;
    }

    /** Removes an object of the path, and the objects around it, if they are empty. */
    private void removeEmpty(Map<String, Object> object, int depth) {
        if (depth < path.length) {
            Map<String, Object> child = asMap(object.get(path[depth]));
            removeEmpty(child, depth + 1);
            if (child.isEmpty()) {
                object.remove(path[depth]);
            }
        }
    }

    /** Returns the object under the target field; {@code null} if there is none, or several. */
    private Map<String, Object> target(Map<String, Object> source) {
        Map<String, Object> object = source;
        for (String name : path) {
            object = asMap(object.get(name));
            if (object == null) {
                return null;
            }
        }
        return object;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> asMap(Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : null;
    }
}
