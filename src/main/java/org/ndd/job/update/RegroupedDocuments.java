package org.ndd.job.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.ndd.config.DocumentName;
import org.ndd.core.group.GroupNames;
import org.ndd.groups.GroupChange;
import org.ndd.groups.GroupDocument;
import org.ndd.job.update.ClassifiedChanges.MarkedPages;
import org.ndd.job.update.NearGroups.ChangedGroups;

/**
 * The groups that change, with their documents before the update. The last stage of {@link GroupUpdate} before it writes.
 *
 * @param marked pages that were only marked, with all documents that may have to be rewritten
 * @param touched documents of the groups that are recomputed, and of parts that are grouped again
 * @param pages pages to group again
 * @param leaders documents of the leaders of the groups that pages only leave and join
 * @param sizes counted sizes of these groups, among others: the size in the document of a leader may come from an unfinished update
 */
record RegroupedDocuments(
        ChangedGroups changedGroups,
        MarkedPages marked,
        List<GroupDocument> touched,
        Set<DocumentName> pages,
        List<GroupDocument> leaders,
        Map<String, Integer> sizes) {

    /** Adds the documents of {@link ChangedGroups#readGroups} to the groups that change. */
    static RegroupedDocuments of(
            ChangedGroups changedGroups,
            List<GroupDocument> documents,
            List<GroupDocument> leaders,
            Map<String, Integer> sizes) {
        MarkedPages marked = changedGroups.classified().changed().marked();
        List<GroupDocument> touched = select(documents, changedGroups.recomputedGroups());
        return new RegroupedDocuments(
                changedGroups,
                marked.with(select(documents, marked.groups())),
                touched,
                changedGroups.pagesToRecompute(touched),
                leaders,
                sizes);
    }

    private static List<GroupDocument> select(List<GroupDocument> documents, Set<String> groups) {
        return documents.stream()
                .filter(document -> groups.contains(document.group()))
                .toList();
    }

    /**
     * Returns the documents of recomputed groups under their final names: those of the earlier groups that they continue, if there are any.
     *
     * @param made documents of the groups that were computed from {@link #pages}
     * @param newName returns the final name of a group that continues none
     */
    List<GroupDocument> withNames(Collection<GroupDocument> made, UnaryOperator<String> newName, String run) {
        Map<String, String> kept = GroupNames.kept(groups(touched), groups(made));
        Map<String, String> names = new HashMap<>();
        List<GroupDocument> named = new ArrayList<>();
        for (GroupDocument document : made) {
            String name = names.computeIfAbsent(
                    document.group(), own -> kept.containsKey(own) ? kept.get(own) : newName.apply(own));
            named.add(document.inGroup(name, run));
        }
        return named;
    }

    private static Map<DocumentName, String> groups(Collection<GroupDocument> documents) {
        Map<DocumentName, String> groups = new HashMap<>();
        for (GroupDocument document : documents) {
            if (document.isPartOf() == false) {
                groups.put(document.page(), document.group());
            }
        }
        return groups;
    }

    /** Returns the documents of all affected pages before and after the update, with those of the recomputed groups. */
    DocumentChanges changes(Collection<GroupDocument> made) {
        ClassifiedChanges classified = changedGroups.classified();
        DocumentChanges changes = new DocumentChanges();
        marked.addTo(changes);
        Stream.of(classified.dropped(), classified.leaving().values(), leaders, touched)
                .flatMap(Collection::stream)
                .forEach(changes::replaced);
        changedGroups
                .members()
                .forEach((page, member) -> changes.after(marked.current(member.near()
                        .joinedBy(classified.changed().live().get(page).document(), member.verdict()))));
        Map<String, Integer> growth = changedGroups.growth();
        for (GroupDocument leader : leaders) {
            int size = sizes.get(leader.group()) + growth.getOrDefault(leader.group(), 0);
            if (size > 1) {
                // a group of one page has no document
                changes.after(marked.current(leader.withSize(size)));
            }
        }
        keptParts(made).forEach(changes::after);
        made.forEach(changes::after);
        return changes;
    }

    /**
     * Adds the documents of parts of leaders if the part or the leader is among {@link #pages}. The other may have no group, or one that is
     * not recomputed.
     */
    RegroupedDocuments withParts(List<GroupDocument> parts) {
        List<GroupDocument> all =
                Stream.concat(touched.stream(), parts.stream()).toList();
        return new RegroupedDocuments(changedGroups, marked, all, pages, leaders, sizes);
    }

    /**
     * Returns the documents to keep of pages that are only part of a leader. Such a page has a separate group, which need not be recomputed
     * with the group of the leader. Then it remains a part if the leader and the compared canonical document are unchanged. If only its own
     * group is recomputed, it remains a part unless it follows a leader now.
     */
    private List<GroupDocument> keptParts(Collection<GroupDocument> made) {
        Map<DocumentName, GroupDocument> own = new HashMap<>();
        Map<String, GroupDocument> madeLeaders = new HashMap<>();
        for (GroupDocument document : made) {
            if (document.isPartOf() == false) {
                own.put(document.page(), document);
            }
            if (document.isLeader()) {
                madeLeaders.put(document.group(), document);
            }
        }
        ClassifiedChanges.Changed changed = changedGroups.classified().changed();
        List<GroupDocument> kept = new ArrayList<>();
        for (GroupDocument part : touched) {
            if (part.isPartOf() == false || changed.contains(part.page()) || changed.contains(part.canonical())) {
                continue;
            }
            GroupDocument now = marked.current(part);
            GroupDocument canonical = own.get(part.canonical());
            if (pages.contains(part.page())) {
                GroupDocument page = own.get(part.page());
                if (pages.contains(part.canonical()) == false && (page == null || page.isLeader())) {
                    kept.add(now);
                }
            } else if (canonical == null) {
                // it is alone; another group may have its name, or may get the name of its former group
                if (part.isPartOfCanonical() && madeLeaders.containsKey(part.group()) == false) {
                    kept.add(now);
                }
            } else {
                GroupDocument leader = madeLeaders.get(canonical.group());
                if (changed.contains(leader.page()) == false && now.hasGroupOf(leader)) {
                    kept.add(now.inGroup(leader.group(), leader.run()));
                }
            }
        }
        return kept;
    }

    /**
     * Counts the changed pages that exist, or were in a group: the reader of the counts may have no right to learn of others. Marks are not
     * changes.
     *
     * @param moved number of pages whose group, canonical document or relation changed
     */
    CheckpointCounts counts(long moved, long unprocessed, long outdated) {
        ClassifiedChanges classified = changedGroups.classified();
        int deleted = classified.deleted();
        long existing = classified.changed().live().size() - marked.versions().size();
        return new CheckpointCounts(Map.of(
                "changed",
                existing + deleted,
                "deleted",
                (long) deleted,
                "joined",
                (long) changedGroups.members().size(),
                "regrouped",
                (long) pages().size(),
                "moved",
                moved,
                "unprocessed",
                unprocessed,
                "outdated",
                outdated));
    }

    /** Collects documents in the index of a run before and after an update. */
    static final class DocumentChanges {

        private final Map<String, GroupDocument> before = new TreeMap<>();
        private final Map<String, GroupDocument> after = new TreeMap<>();

        void before(GroupDocument document) {
            before.put(document.key(), document);
        }

        /** Sets the document before the update. It is deleted, unless {@link #after} is called later. */
        void replaced(GroupDocument document) {
            before(document);
            after.remove(document.key());
        }

        /** Sets the document after the update. The last call for a document takes effect. */
        void after(GroupDocument document) {
            after.put(document.key(), document);
        }

        /**
         * Returns the new documents of pages that are in groups because of their texts; {@code null} for pages that are no longer in a
         * group.
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
         * Returns the documents that change, in the order in which they must be written. If only some are written, the next update writes
         * the rest. It recognizes changed pages by the old versions in their documents, so these come last. Pages that redirect come after
         * their target pages.
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
}
