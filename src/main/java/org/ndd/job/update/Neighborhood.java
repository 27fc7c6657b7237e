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

/** Collects the pages near changed pages, and their groups. Not thread-safe. */
final class Neighborhood {

    private final Map<DocumentName, List<DocumentName>> near = new TreeMap<>();
    private final Map<DocumentName, GroupDocument> grouped = new HashMap<>();
    private final Set<String> crowds = new TreeSet<>();

    /**
     * @param found near-duplicates by page, the nearest first
     * @param documents documents of these pages in groups that they do not leave
     */
    void add(Map<DocumentName, List<DocumentName>> found, Collection<GroupDocument> documents) {
        near.putAll(found);
        for (GroupDocument document : documents) {
            if (document.isPartOf() == false) {
                grouped.put(document.page(), document);
            }
        }
    }

    /** Returns all groups. */
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

    /**
     * Returns the pages whose nearest page is in a large group, with the document of that nearest page.
     *
     * @param sizes number of pages by group
     * @param crowd minimum number of pages of a large group
     */
    Map<DocumentName, GroupDocument> crowded(Map<String, Integer> sizes, int crowd) {
        sizes.forEach((group, size) -> {
            if (size >= crowd) {
                crowds.add(group);
            }
        });
        Map<DocumentName, GroupDocument> crowded = new TreeMap<>();
        near.keySet().forEach(page -> {
            GroupDocument nearest = nearest(page);
            if (nearest != null && crowds.contains(nearest.group())) {
                crowded.put(page, nearest);
            }
        });
        return crowded;
    }

    /** Removes pages that have joined a group, and pages of large groups, as if they did not exist. */
    void leaveOut(Set<DocumentName> joined) {
        near.keySet().removeAll(joined);
        near.replaceAll((page, others) -> others.stream()
                .filter(other -> joined.contains(other) == false
                        && (groupOf(other) == null || crowds.contains(groupOf(other)) == false))
                .toList());
    }

    /** Returns the pages near the given pages. */
    Set<DocumentName> of(Set<DocumentName> pages) {
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
    Collection<Set<DocumentName>> together() {
        Map<DocumentName, Set<DocumentName>> sets = new TreeMap<>();
        for (DocumentName page : near.keySet()) {
            sets.put(page, new TreeSet<>(Set.of(page)));
        }
        near.forEach((page, others) -> {
            for (DocumentName other : others) {
                Set<DocumentName> own = sets.get(page);
                Set<DocumentName> its = sets.get(other);
                if (its != null && its != own) {
                    Set<DocumentName> larger = own.size() < its.size() ? its : own;
                    Set<DocumentName> smaller = larger == own ? its : own;
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
