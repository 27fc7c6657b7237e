package org.ndd.job.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ndd.config.DocumentName;
import org.ndd.redirect.RedirectUpdate;

/** Documents of a run's index as they were and as they have to be. */
final class DocumentChanges {

    /**
     * A document that changes.
     *
     * @param before the old document; {@code null} if there was none
     * @param after the required document; {@code null} if there must be none
     */
    record Change(GroupDocument before, GroupDocument after) {

        String key() {
            return before == null ? after.key() : before.key();
        }

        /** The page that it is about. */
        DocumentName page() {
            return before == null ? after.page() : before.page();
        }
    }

    private final Map<String, GroupDocument> before = new TreeMap<>();
    private final Map<String, GroupDocument> after = new TreeMap<>();

    void before(GroupDocument document) {
        before.put(document.key(), document);
    }

    /** The last call for a document counts. */
    void after(GroupDocument document) {
        after.put(document.key(), document);
    }

    /** The new documents of pages that are in groups because of their texts; {@code null} for pages that are in no group any more. */
    Map<DocumentName, Map<String, Object>> own() {
        Map<DocumentName, Map<String, Object>> own = new TreeMap<>();
        for (Change change : all()) {
            GroupDocument any = change.before() == null ? change.after() : change.before();
            if (any.isPartOf() == false) {
                own.put(
                        any.page(),
                        change.after() == null ? null : change.after().source());
            }
        }
        return own;
    }

    /** What changes because of redirects; of a page that has a document because of its text, that counts. */
    void add(Collection<RedirectUpdate.Change> changes) {
        for (RedirectUpdate.Change change : changes) {
            if (change.before() != null) {
                before(GroupDocument.of(change.before()));
            }
            if (change.after() != null) {
                after(GroupDocument.of(change.after()));
            }
        }
    }

    /**
     * Those that are not as they were, in the order in which they are to be written. Where only some are written, the next update does the
     * rest: it finds changed pages by their documents, which are not of these versions yet, and so they come last. Pages that redirect come
     * after those that they lead to.
     *
     * @param changed pages that changed
     */
    List<Change> inOrder(Set<DocumentName> changed) {
        List<Change> changes = all();
        changes.sort(Comparator.<Change, Boolean>comparing(change -> changed.contains(change.page()))
                .thenComparing(change -> isTarget(change) == false));
        return changes;
    }

    private List<Change> all() {
        Set<String> keys = new TreeSet<>(before.keySet());
        keys.addAll(after.keySet());
        List<Change> changes = new ArrayList<>();
        for (String key : keys) {
            GroupDocument old = before.get(key);
            GroupDocument now = after.get(key);
            if (old == null || now == null || old.source().equals(now.source()) == false) {
                changes.add(new Change(old, now));
            }
        }
        return changes;
    }

    private static boolean isTarget(Change change) {
        return isTarget(change.before()) || isTarget(change.after());
    }

    private static boolean isTarget(GroupDocument document) {
        return document != null && document.isRedirectTarget();
    }
}
