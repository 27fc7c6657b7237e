package org.ndd.job.update;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ndd.config.DocumentName;
import org.ndd.core.group.Verdict;
import org.ndd.groups.GroupDocument;

/**
 * The pages near the changed pages.
 *
 * @param settled the stage before
 * @param neighborhood near pages, with their groups
 */
record Near(Settled settled, Neighborhood neighborhood) {

    /** Returns the groups of near pages, whose numbers of pages are needed. */
    Set<String> groups() {
        Set<String> groups = new TreeSet<>();
        if (settled.changed().mayJoin()) {
            groups.addAll(neighborhood.groups());
            groups.removeAll(settled.placed().remadeGroups());
        }
        return groups;
    }

    /**
     * Finds large groups.
     *
     * @param sizes number of pages of each of {@link #groups}
     * @param minSize minimum number of pages of a large group
     */
    Near sized(Map<String, Integer> sizes, int minSize) {
        Set<String> large = new TreeSet<>();
        sizes.forEach((group, size) -> {
            if (size >= minSize) {
                large.add(group);
            }
        });
        return new Near(settled, neighborhood.withLarge(large));
    }

    /** Returns the pages to compare with the canonical document of a document in a large group. */
    Map<DocumentName, GroupDocument> nearLargeGroups() {
        return neighborhood.nearLargeGroups();
    }

    /**
     * Decides which of the other pages may join a group, and which are recomputed.
     *
     * @param verdicts verdicts on the pages of {@link #nearLargeGroups} that are near
     */
    Joining joining(Map<DocumentName, Verdict> verdicts) {
        Map<DocumentName, Joined.Member> joined = Joined.members(nearLargeGroups(), verdicts);
        Neighborhood others = neighborhood.without(joined.keySet());
        Map<DocumentName, GroupDocument> joining = new TreeMap<>();
        Set<DocumentName> remadePages = new TreeSet<>();
        Set<String> remadeGroups = new TreeSet<>(settled.placed().remadeGroups());
        for (Set<DocumentName> pages : others.connectedPages()) {
            Set<DocumentName> near = others.near(pages);
            Set<String> groups = new TreeSet<>();
            boolean nearSingle = false;
            for (DocumentName page : near) {
                if (others.groupOf(page) != null) {
                    groups.add(others.groupOf(page));
                } else {
                    nearSingle |= pages.contains(page) == false;
                }
            }
            if (settled.changed().mayJoin()
                    && nearSingle == false
                    && groups.size() == 1
                    && remadeGroups.containsAll(groups) == false) {
                joining.putAll(others.nearest(pages));
            } else if (near.isEmpty() == false) {
                remadePages.addAll(pages);
                remadePages.addAll(near);
                remadeGroups.addAll(groups);
            }
        }
        return new Joining(settled, joined, joining, remadePages, remadeGroups);
    }
}
