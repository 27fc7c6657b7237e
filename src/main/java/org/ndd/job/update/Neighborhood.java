package org.ndd.job.update;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ndd.config.DocumentName;
import org.ndd.groups.GroupDocument;

/**
 * The pages near changed pages, and their groups.
 *
 * @param near near-duplicates by page, the nearest first
 * @param grouped group documents of the near pages that are in groups and do not leave them
 * @param large names of large groups
 */
record Neighborhood(
        Map<DocumentName, List<DocumentName>> near, Map<DocumentName, GroupDocument> grouped, Set<String> large) {

    /** Collects near pages, without large groups. */
    static Neighborhood of(Map<DocumentName, List<DocumentName>> near, Collection<GroupDocument> documents) {
        Map<DocumentName, GroupDocument> grouped = new HashMap<>();
        for (GroupDocument document : documents) {
            if (document.isPartOf() == false) {
                grouped.put(document.page(), document);
            }
        }
        return new Neighborhood(new TreeMap<>(near), grouped, Set.of());
    }

    Neighborhood withLarge(Set<String> groups) {
        return new Neighborhood(near, grouped, groups);
    }

    /** Returns the pages as if pages that have joined a group, and pages of large groups, did not exist. */
    Neighborhood without(Set<DocumentName> joined) {
        Map<DocumentName, List<DocumentName>> others = new TreeMap<>(near);
        others.keySet().removeAll(joined);
        others.replaceAll((page, found) -> found.stream()
                .filter(other -> joined.contains(other) == false
                        && (groupOf(other) == null || large.contains(groupOf(other)) == false))
                .toList());
        return new Neighborhood(others, grouped, large);
    }

    /** Returns the groups of all near pages. */
    Set<String> groups() {
        Set<String> groups = new TreeSet<>();
        grouped.values().forEach(document -> groups.add(document.group()));
        return groups;
    }

    /** Returns the group of a page; {@code null} if it is in none. */
    String groupOf(DocumentName page) {
        GroupDocument document = grouped.get(page);
        return document == null ? null : document.group();
    }

    /** Returns the pages whose nearest page is in a large group, with the document of that nearest page. */
    Map<DocumentName, GroupDocument> nearLargeGroups() {
        Map<DocumentName, GroupDocument> pages = new TreeMap<>();
        near.keySet().forEach(page -> {
            GroupDocument nearest = nearest(page);
            if (nearest != null && large.contains(nearest.group())) {
                pages.put(page, nearest);
            }
        });
        return pages;
    }

    /** Returns the pages near the given pages. */
    Set<DocumentName> near(Set<DocumentName> pages) {
        Set<DocumentName> others = new TreeSet<>();
        pages.forEach(page -> others.addAll(near.getOrDefault(page, List.of())));
        return others;
    }

    /** Returns the document of the nearest page that is in a group; {@code null} if no near page has a known group. */
    GroupDocument nearest(DocumentName page) {
        return near.getOrDefault(page, List.of()).stream()
                .filter(grouped::containsKey)
                .findFirst()
                .map(grouped::get)
                .orElse(null);
    }

    /**
     * Returns for each page the document of the nearest page that is in a group. Pages without such a near page get the document of another
     * page's nearest one.
     */
    Map<DocumentName, GroupDocument> nearest(Set<DocumentName> pages) {
        Map<DocumentName, GroupDocument> nearest = new TreeMap<>();
        for (DocumentName page : pages) {
            GroupDocument own = nearest(page);
            if (own != null) {
                nearest.put(page, own);
            }
        }
        GroupDocument any = nearest.values().iterator().next();
        pages.forEach(page -> nearest.putIfAbsent(page, any));
        return nearest;
    }

    /** Returns the pages without a group in sets of pages that are near each other, directly or through other pages of the set. */
    Collection<Set<DocumentName>> connectedPages() {
        Map<DocumentName, Set<DocumentName>> sets = new TreeMap<>();
        for (DocumentName page : near.keySet()) {
            sets.put(page, new TreeSet<>(Set.of(page)));
        }
        near.forEach((page, others) -> {
            for (DocumentName other : others) {
                Set<DocumentName> own = sets.get(page);
                Set<DocumentName> otherSet = sets.get(other);
                if (otherSet != null && otherSet != own) {
                    Set<DocumentName> larger = own.size() < otherSet.size() ? otherSet : own;
                    Set<DocumentName> smaller = larger == own ? otherSet : own;
                    larger.addAll(smaller);
                    smaller.forEach(moved -> sets.put(moved, larger));
                }
            }
        });
        Map<DocumentName, Set<DocumentName>> byFirst = new TreeMap<>();
        sets.values().forEach(set -> byFirst.put(set.iterator().next(), set));
        return byFirst.values();
    }
}
