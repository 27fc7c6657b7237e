package org.ndd.job.update;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ndd.config.DocumentName;
import org.ndd.core.group.Verdict;
import org.ndd.groups.GroupDocument;

/**
 * The pages near the changed pages, and their groups.
 *
 * @param near near-duplicates by page, the nearest first
 * @param grouped group documents of the near pages that are in groups and do not leave them
 * @param large groups of these that pages may join without a recomputation
 */
record NearGroups(
        ClassifiedChanges classified,
        Map<DocumentName, List<DocumentName>> near,
        Map<DocumentName, GroupDocument> grouped,
        Set<String> large) {

    /** Collects near pages of {@link ClassifiedChanges#pagesToSearch}, without large groups, from their documents before the update. */
    static NearGroups of(
            ClassifiedChanges classified,
            Map<DocumentName, List<DocumentName>> near,
            Collection<GroupDocument> documents) {
        Map<DocumentName, GroupDocument> grouped = new HashMap<>();
        for (GroupDocument document : documents) {
            if (document.isPartOf() == false && classified.leaving().containsKey(document.page()) == false) {
                grouped.put(document.page(), document);
            }
        }
        return new NearGroups(classified, new TreeMap<>(near), grouped, Set.of());
    }

    /** Returns the groups of near pages, whose numbers of pages are needed. */
    Set<String> groups() {
        Set<String> groups = new TreeSet<>();
        if (classified.changed().mayJoin()) {
            grouped.values().forEach(document -> groups.add(document.group()));
            groups.removeAll(classified.recomputedGroups());
        }
        return groups;
    }

    /** Returns the same pages with those of {@link #groups} that are large. */
    NearGroups withLarge(Set<String> found) {
        return new NearGroups(classified, near, grouped, found);
    }

    /** Returns the changed pages whose nearest page is in a large group, with the document of that nearest page. */
    Map<DocumentName, GroupDocument> nearLargeGroups() {
        Map<DocumentName, GroupDocument> pages = new TreeMap<>();
        near.keySet().forEach(page -> {
            GroupDocument nearest = classified.changed().contains(page) ? nearest(page) : null;
            if (nearest != null && large.contains(nearest.group())) {
                pages.put(page, nearest);
            }
        });
        return pages;
    }

    /** Decides which pages join large groups, by the verdicts on {@link #nearLargeGroups}; the others are recomputed. */
    ChangedGroups join(Map<DocumentName, Verdict> verdicts) {
        Map<DocumentName, ChangedGroups.Member> members = new TreeMap<>();
        nearLargeGroups().forEach((page, nearest) -> {
            Verdict verdict = verdicts.get(page);
            if (verdict != null) {
                members.put(page, new ChangedGroups.Member(nearest, verdict));
            }
        });
        Set<DocumentName> recomputedPages = new TreeSet<>();
        Set<String> recomputedGroups = new TreeSet<>(classified.recomputedGroups());
        without(members.keySet()).near.forEach((page, found) -> {
            if (found.isEmpty() == false) {
                recomputedPages.add(page);
                recomputedPages.addAll(found);
                found.stream()
                        .filter(grouped::containsKey)
                        .forEach(
                                other -> recomputedGroups.add(grouped.get(other).group()));
            }
        });
        return new ChangedGroups(classified, members, recomputedPages, recomputedGroups);
    }

    /** Returns the pages as if pages that have joined a group, and pages of large groups, did not exist. */
    private NearGroups without(Set<DocumentName> joined) {
        Map<DocumentName, List<DocumentName>> others = new TreeMap<>(near);
        others.keySet().removeAll(joined);
        others.replaceAll((page, found) -> found.stream()
                .filter(other -> joined.contains(other) == false
                        && (grouped.containsKey(other) == false
                                || large.contains(grouped.get(other).group()) == false))
                .toList());
        return new NearGroups(classified, others, grouped, large);
    }

    /** Returns the document of the nearest page that is in a group; {@code null} if no near page has a known group. */
    private GroupDocument nearest(DocumentName page) {
        return near.get(page).stream()
                .filter(grouped::containsKey)
                .findFirst()
                .map(grouped::get)
                .orElse(null);
    }

    /**
     * The groups that change: those that pages leave and join, and those that are recomputed.
     *
     * @param members pages that join large groups
     * @param recomputedPages pages to group again, in addition to the members of {@code recomputedGroups}
     * @param recomputedGroups groups to recompute, which includes some that no changed page was in
     */
    record ChangedGroups(
            ClassifiedChanges classified,
            Map<DocumentName, Member> members,
            Set<DocumentName> recomputedPages,
            Set<String> recomputedGroups) {

        /** A page that joins a group because of a near page, with the verdict on it and that page's canonical document. */
        record Member(GroupDocument near, Verdict verdict) {}

        /**
         * Returns the groups of which all documents are needed: those that are recomputed, and those whose canonical document was marked.
         */
        Set<String> readGroups() {
            Set<String> groups = new TreeSet<>(recomputedGroups);
            groups.addAll(classified.changed().marked().groups());
            return groups;
        }

        /** Returns the groups that pages leave and join, without other changes. The documents of their leaders are needed. */
        Set<String> resizedGroups() {
            Set<String> resized = new TreeSet<>(growth().keySet());
            resized.removeAll(recomputedGroups);
            return resized;
        }

        /** Returns the change of the number of pages, by group that pages leave or join. */
        Map<String, Integer> growth() {
            Map<String, Integer> growth = new HashMap<>();
            classified.leaving().values().forEach(document -> growth.merge(document.group(), -1, Integer::sum));
            members.values().forEach(member -> growth.merge(member.near().group(), 1, Integer::sum));
            return growth;
        }

        /** Returns the pages to group again, without pages that left their group and are near no other page. */
        Set<DocumentName> pagesToRecompute(Collection<GroupDocument> touched) {
            ClassifiedChanges.Changed changed = classified.changed();
            Set<DocumentName> pages = new TreeSet<>(recomputedPages);
            for (GroupDocument document : touched) {
                if (document.isPartOf() == false) {
                    pages.add(document.page());
                }
            }
            pages.removeIf(page -> changed.contains(page)
                    && (changed.exists(page) == false
                            || members.containsKey(page)
                            || classified.leaving().containsKey(page) && recomputedPages.contains(page) == false));
            return pages;
        }
    }
}
