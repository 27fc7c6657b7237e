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
 * @param settled stage of the changed pages
 * @param joined pages that joined large groups
 * @param joining pages to compare with the canonical document of a document in their future group
 * @param remadePages pages to group again, in addition to the members of {@code remadeGroups}
 * @param remadeGroups groups to recompute
 */
record Joining(
        Settled settled,
        Map<DocumentName, Joined.Member> joined,
        Map<DocumentName, GroupDocument> joining,
        Set<DocumentName> remadePages,
        Set<String> remadeGroups) {

    /**
     * Decides which pages join. If one of them is not near the canonical document of its future group, the group is recomputed with all
     * pages that would have joined it.
     *
     * @param verdicts verdicts on the pages of {@link #joining} that are near
     */
    Joined joined(Map<DocumentName, Verdict> verdicts) {
        Map<DocumentName, Joined.Member> members = Joined.members(joining, verdicts);
        Set<String> groups = new TreeSet<>(remadeGroups);
        joining.forEach((page, document) -> {
            if (members.containsKey(page) == false || remadePages.contains(page)) {
                groups.add(document.group());
            }
        });
        Map<DocumentName, Joined.Member> all = new TreeMap<>(joined);
        Set<DocumentName> pages = new TreeSet<>(remadePages);
        joining.forEach((page, document) -> {
            if (groups.contains(document.group())) {
                pages.add(page);
            } else {
                all.put(page, members.get(page));
            }
        });
        return new Joined(settled, all, pages, groups);
    }
}
