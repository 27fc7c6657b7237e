package org.ndd.job.update;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.test.ESTestCase;
import org.ndd.config.DocumentName;
import org.ndd.groups.GroupChange;
import org.ndd.groups.GroupDocument;
import org.ndd.job.update.RegroupedDocuments.DocumentChanges;

/** The documents that an update writes, and their order. */
public class DocumentChangesTests extends ESTestCase {

    private static GroupDocument document(String key, Map<String, Object> source) {
        Map<String, Object> all = new HashMap<>(source);
        all.put("doc", Map.of("index", "pages", "id", key));
        return new GroupDocument(key, all);
    }

    private static List<String> keys(DocumentChanges changes, String... changed) {
        Set<DocumentName> pages = Set.copyOf(List.of(changed).stream()
                .map(id -> new DocumentName("pages", id))
                .toList());
        return changes.inOrder(pages).stream().map(GroupChange::key).toList();
    }

    public void testWritesOnlyModifiedDocuments() {
        DocumentChanges changes = new DocumentChanges();
        changes.before(document("same", Map.of("size", 2)));
        changes.after(document("same", Map.of("size", 2)));
        changes.before(document("other", Map.of("size", 2)));
        changes.after(document("other", Map.of("size", 3)));
        changes.before(document("goes", Map.of("size", 2)));
        changes.after(document("comes", Map.of("size", 2)));
        assertEquals(List.of("comes", "goes", "other"), keys(changes));
    }

    /** A redirect is not checked again after it was written, unless its target changes. */
    public void testWritesRedirectsAfterTargets() {
        DocumentChanges changes = new DocumentChanges();
        Map<String, Object> redirect = Map.of("role", "redirect", "redirect_via", List.of("p1", "p2"));
        Map<String, Object> target = Map.of("role", "leader", "redirect_via", List.of("p1"));
        changes.after(document("a redirect", redirect));
        changes.after(document("c text", Map.of("role", "leader")));
        changes.before(document("d redirect", redirect));
        changes.after(document("e target that comes", target));
        changes.before(document("f target that goes", target));
        assertEquals(
                List.of("e target that comes", "f target that goes", "a redirect", "c text", "d redirect"),
                keys(changes));
    }

    /** If an update ends before these writes, the next one finds the changed documents again. */
    public void testWritesChangedDocumentsLast() {
        DocumentChanges changes = new DocumentChanges();
        changes.after(document("a page that changed", Map.of("role", "member")));
        changes.after(document("b leader", Map.of("role", "leader", "size", 3)));
        changes.before(document("c page that is gone", Map.of("role", "member")));
        changes.after(document("d other", Map.of("role", "member")));
        assertEquals(
                List.of("b leader", "d other", "a page that changed", "c page that is gone"),
                keys(changes, "a page that changed", "c page that is gone"));
    }
}
