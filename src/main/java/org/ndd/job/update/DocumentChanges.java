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
import org.ndd.groups.GroupChange;
import org.ndd.groups.GroupDocument;

/** Documents of a run's index as they were and as they have to be. */
final class DocumentChanges {

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
    Map<DocumentName, GroupDocument> own() {
        Map<DocumentName, GroupDocument> own = new TreeMap<>();
        for (GroupChange change : all()) {
            if (change.isPartOf() == false) {
                own.put(change.page(), change.after());
            }
        }
        return own;
    }

    /** What changes because of redirects; of a page that has a document because of its text, that counts. */
    void add(Collection<GroupChange> changes) {
        for (GroupChange change : changes) {
            if (change.before() != null) {
                before(change.before());
            }
            if (change.after() != null) {
                after(change.after());
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
    List<GroupChange> inOrder(Set<DocumentName> changed) {
        List<GroupChange> changes = all();
        changes.sort(Comparator.<GroupChange, Boolean>comparing(change -> changed.contains(change.page()))
                .thenComparing(change -> isTarget(change) == false));
        return changes;
    }

    private List<GroupChange> all() {
        Set<String> keys = new TreeSet<>(before.keySet());
        keys.addAll(after.keySet());
        List<GroupChange> changes = new ArrayList<>();
        for (String key : keys) {
            GroupDocument old = before.get(key);
            GroupDocument now = after.get(key);
            if (old == null || now == null || old.equals(now) == false) {
                changes.add(new GroupChange(old, now));
            }
        }
        return changes;
    }

    private static boolean isTarget(GroupChange change) {
        return isTarget(change.before()) || isTarget(change.after());
    }

    private static boolean isTarget(GroupDocument document) {
        return document != null && document.isRedirectTarget();
    }
}
