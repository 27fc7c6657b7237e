package org.ndd.job.update;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ndd.config.DocumentName;
import org.ndd.core.group.Verdict;
import org.ndd.groups.GroupDocument;

/**
 * The groups that change: those that pages leave and join, and those that are recomputed.
 *
 * @param verified stage of the changed pages
 * @param members pages that join groups
 * @param recomputedPages pages to group again, in addition to the members of {@code recomputedGroups}
 * @param recomputedGroups groups to recompute, which includes some that no changed page was in
 */
record ChangedGroups(
        VerifiedChanges verified,
        Map<DocumentName, Member> members,
        Set<DocumentName> recomputedPages,
        Set<String> recomputedGroups) {

    /** A page that joins a group because of a near page, with the verdict on it and that page's canonical document. */
    record Member(GroupDocument near, Verdict verdict) {}

    /** Returns the pages that join: those with a verdict, and a document whose canonical document they were compared with. */
    static Map<DocumentName, Member> members(
            Map<DocumentName, GroupDocument> documents, Map<DocumentName, Verdict> verdicts) {
        Map<DocumentName, Member> members = new TreeMap<>();
        documents.forEach((page, document) -> {
            Verdict verdict = verdicts.get(page);
            if (verdict != null) {
                members.put(page, new Member(document, verdict));
            }
        });
        return members;
    }

    /** Returns the groups of which all documents are needed: those that are recomputed, and those whose canonical document was marked. */
    Set<String> readGroups() {
        Set<String> groups = new TreeSet<>(recomputedGroups);
        groups.addAll(verified.changed().marked().groups());
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
        verified.leaving().values().forEach(document -> growth.merge(document.group(), -1, Integer::sum));
        members.values().forEach(member -> growth.merge(member.near().group(), 1, Integer::sum));
        return growth;
    }

    /** Returns the pages to group again, without pages that left their group and are near no other page. */
    Set<DocumentName> pagesToRecompute(Collection<GroupDocument> touched) {
        ClassifiedChanges.Changed changed = verified.changed();
        Set<DocumentName> pages = new TreeSet<>(recomputedPages);
        for (GroupDocument document : touched) {
            if (document.isPartOf() == false) {
                pages.add(document.page());
            }
        }
        pages.removeIf(page -> changed.contains(page)
                && (changed.exists(page) == false
                        || members.containsKey(page)
                        || verified.leaving().containsKey(page) && recomputedPages.contains(page) == false));
        return pages;
    }

    /**
     * The pages that may join groups, after the comparisons with the canonical documents of large groups.
     *
     * @param verified stage of the changed pages
     * @param joined pages that joined large groups
     * @param candidates pages to compare with the canonical document of a document in their future group
     * @param recomputedPages pages to group again, in addition to the members of {@code recomputedGroups}
     * @param recomputedGroups groups to recompute
     */
    record JoinCandidates(
            VerifiedChanges verified,
            Map<DocumentName, ChangedGroups.Member> joined,
            Map<DocumentName, GroupDocument> candidates,
            Set<DocumentName> recomputedPages,
            Set<String> recomputedGroups) {

        /**
         * Decides which pages join. If one of them is not near the canonical document of its future group, the group is recomputed with all
         * pages that would have joined it.
         *
         * @param verdicts verdicts on the pages of {@link #candidates} that are near
         */
        ChangedGroups join(Map<DocumentName, Verdict> verdicts) {
            Map<DocumentName, ChangedGroups.Member> members = ChangedGroups.members(candidates, verdicts);
            Set<String> groups = new TreeSet<>(recomputedGroups);
            candidates.forEach((page, document) -> {
                if (members.containsKey(page) == false || recomputedPages.contains(page)) {
                    groups.add(document.group());
                }
            });
            Map<DocumentName, ChangedGroups.Member> all = new TreeMap<>(joined);
            Set<DocumentName> pages = new TreeSet<>(recomputedPages);
            candidates.forEach((page, document) -> {
                if (groups.contains(document.group())) {
                    pages.add(page);
                } else {
                    all.put(page, members.get(page));
                }
            });
            return new ChangedGroups(verified, all, pages, groups);
        }
    }
}
