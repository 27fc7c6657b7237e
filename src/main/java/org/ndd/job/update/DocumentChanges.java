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

/** Collects documents in the index of a run before and after an update. */
final class DocumentChanges {

    private final Map<String, GroupDocument> before = new TreeMap<>();
    private final Map<String, GroupDocument> after = new TreeMap<>();

    void before(GroupDocument document) {
        before.put(document.key(), document);
    }

    /** Sets the document after the update. The last call for a document takes effect. */
    void after(GroupDocument document) {
        after.put(document.key(), document);
    }

    /**
     * Returns the new documents of pages that are in groups because of their texts; {@code null} for pages that are no longer in a group.
     */
    Map<DocumentName, GroupDocument> own() {
        Map<DocumentName, GroupDocument> own = new TreeMap<>();
        for (GroupChange change : all()) {
            if (change.isPartOf() == false) {
                own.put(change.page(), change.after());
            }
        }
        return own;
    }

    /** Adds changes because of redirects, which were computed from the documents of {@link #own}. */
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
     * Returns the documents that change, in the order in which they must be written. If only some are written, the next update writes the
     * rest. It recognizes changed pages by the old versions in their documents, so these come last. Pages that redirect come after their
     * target pages.
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
