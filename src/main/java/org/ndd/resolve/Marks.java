package org.ndd.resolve;

import java.util.LinkedHashMap;
import java.util.Map;
import org.elasticsearch.action.get.GetResponse;
import org.ndd.config.DocumentFields;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.MarkedVersion;

/**
 * The marks that a task writes into pages: their group, and the document that they are duplicates of. Under the processor's target field,
 * whose mapping has fields for them; a page that passes the pipeline again has none.
 */
final class Marks {

    private final String[] path;

    Marks(DocumentFields fields) {
        this.path = fields.parent().split("\\.");
    }

    /** The source of a page with its marks; {@code null} if it has them already, or has no place for them. */
    Map<String, Object> with(GetResponse found, GroupDocument page) {
        Map<String, Object> source = found.getSourceAsMap();
        Map<String, Object> marked = without(source);
        if (marked == null) {
            marked = copy(source);
        }
        Map<String, Object> target = addTarget(marked);
        if (target == null) {
            return null;
        }
        if (page.isCanonical() == false) {
            Map<String, Object> canonical = new LinkedHashMap<>();
            canonical.put("index", page.canonical().index());
            canonical.put("id", page.canonical().id());
            target.put(DocumentFields.DUPLICATE_OF, canonical);
        }
        target.put(DocumentFields.GROUP, page.group());
        Map<String, Object> before = target(source);
        Object kept = before == null ? null : before.get(DocumentFields.MARKED);
        if (kept != null) {
            target.put(DocumentFields.MARKED, kept);
        }
        if (marked.equals(source)) {
            return null;
        }
        target.put(DocumentFields.MARKED, MarkedVersion.next(found, kept).asMap());
        return marked;
    }

    /** The source of a page without marks; {@code null} if it has none. */
    Map<String, Object> without(Map<String, Object> source) {
        Map<String, Object> bare = copy(source);
        Map<String, Object> target = target(bare);
        if (target == null) {
            return null;
        }
        target.remove(DocumentFields.DUPLICATE_OF);
        target.remove(DocumentFields.GROUP);
        target.remove(DocumentFields.MARKED);
        if (bare.equals(source)) {
            return null;
        }
        if (target.isEmpty()) {
            removeEmpty(bare, 0);
        }
        return bare;
    }

    /** The object under the target field, which an index that computes the other fields itself may lack; {@code null} if it cannot be. */
    private Map<String, Object> addTarget(Map<String, Object> source) {
        Map<String, Object> object = source;
        for (String name : path) {
            object = asMap(object.computeIfAbsent(name, absent -> new LinkedHashMap<>()));
            if (object == null) {
                return null;
            }
        }
        return object;
    }

    /** Removes an object of the path, and those around it, if they are empty. */
    private void removeEmpty(Map<String, Object> object, int depth) {
        if (depth < path.length) {
            Map<String, Object> child = asMap(object.get(path[depth]));
            removeEmpty(child, depth + 1);
            if (child.isEmpty()) {
                object.remove(path[depth]);
            }
        }
    }

    /** The object under the target field; {@code null} if there is none, or several. */
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

    /** A copy whose objects on the way to the marks are its own. */
    private Map<String, Object> copy(Map<String, Object> source) {
        Map<String, Object> copy = new LinkedHashMap<>(source);
        Map<String, Object> object = copy;
        for (String name : path) {
            Map<String, Object> child = asMap(object.get(name));
            if (child == null) {
                return copy;
            }
            Map<String, Object> own = new LinkedHashMap<>(child);
            object.put(name, own);
            object = own;
        }
        return copy;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> asMap(Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : null;
    }
}
