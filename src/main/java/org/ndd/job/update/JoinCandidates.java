package org.ndd.job.update;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ndd.config.DocumentName;
import org.ndd.core.group.Verdict;
import org.ndd.groups.GroupDocument;

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
