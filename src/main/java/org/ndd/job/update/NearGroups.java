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
 * @param verified the stage before
 * @param neighborhood near pages, with their groups
 */
record NearGroups(VerifiedChanges verified, Neighborhood neighborhood) {

    /** Returns the groups of near pages, whose numbers of pages are needed. */
    Set<String> groups() {
        Set<String> groups = new TreeSet<>();
        if (verified.changed().mayJoin()) {
            groups.addAll(neighborhood.groups());
            groups.removeAll(verified.classified().recomputedGroups());
        }
        return groups;
    }

    /**
     * Finds large groups.
     *
     * @param sizes number of pages of each of {@link #groups}
     * @param minSize minimum number of pages of a large group
     */
    NearGroups withSizes(Map<String, Integer> sizes, int minSize) {
        Set<String> large = new TreeSet<>();
        sizes.forEach((group, size) -> {
            if (size >= minSize) {
                large.add(group);
            }
        });
        return new NearGroups(verified, neighborhood.withLarge(large));
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
    JoinCandidates joinLargeGroups(Map<DocumentName, Verdict> verdicts) {
        Map<DocumentName, ChangedGroups.Member> joined = ChangedGroups.members(nearLargeGroups(), verdicts);
        Neighborhood others = neighborhood.without(joined.keySet());
        Map<DocumentName, GroupDocument> candidates = new TreeMap<>();
        Set<DocumentName> recomputedPages = new TreeSet<>();
        Set<String> recomputedGroups = new TreeSet<>(verified.classified().recomputedGroups());
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
            if (verified.changed().mayJoin()
                    && nearSingle == false
                    && groups.size() == 1
                    && recomputedGroups.containsAll(groups) == false) {
                candidates.putAll(others.nearest(pages));
            } else if (near.isEmpty() == false) {
                recomputedPages.addAll(pages);
                recomputedPages.addAll(near);
                recomputedGroups.addAll(groups);
            }
        }
        return new JoinCandidates(verified, joined, candidates, recomputedPages, recomputedGroups);
    }
}
