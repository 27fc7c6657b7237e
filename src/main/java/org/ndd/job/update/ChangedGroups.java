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

    /**
     * A page that joins a group.
     *
     * @param near document of the near page because of which it joins
     * @param verdict verdict on the page and the canonical document of {@code near}
     */
    record Member(GroupDocument near, Verdict verdict) {}

    /**
     * Returns the pages that join.
     *
     * @param documents document by page, whose canonical document the page was compared with
     * @param verdicts verdicts on the pages that are near
     */
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

    /**
     * Returns the pages to group again. Excludes pages that left their group and are near no other page.
     *
     * @param touched documents of {@link #recomputedGroups}
     */
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
}
