package org.ndd.job.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.ndd.config.DocumentName;
import org.ndd.groups.GroupDocument;

/**
 * Documents that follow a document of the reference and may come to follow another one, because a document of their group changed. Unlike
 * documents of the source, those of the reference are not in one group if they are near each other, so the groups of changed documents do
 * not contain all that their documents are near to.
 */
final class ReferenceMembers {

    private ReferenceMembers() {}

    /**
     * Finds them. All documents of a group whose leader changed; of a large group only then, because a search for each of its documents
     * takes long, and a change of another member decides only between documents of the reference that are equally near.
     *
     * @param documents of groups that have changed documents
     * @param changed documents that changed, or do not exist any more
     * @param isOfReference whether a document is one of the reference
     * @param crowd minimum number of documents of a large group
     */
    static Set<DocumentName> looking(
            Collection<GroupDocument> documents,
            Set<DocumentName> changed,
            Predicate<DocumentName> isOfReference,
            int crowd) {
        Map<String, List<GroupDocument>> groups = new HashMap<>();
        for (GroupDocument document : documents) {
            if (document.isPartOf() == false) {
                groups.computeIfAbsent(document.group(), name -> new ArrayList<>())
                        .add(document);
            }
        }
        Set<DocumentName> looking = new TreeSet<>();
        for (List<GroupDocument> group : groups.values()) {
            boolean looks = group.stream()
                    .filter(GroupDocument::isLeader)
                    .map(GroupDocument::page)
                    .anyMatch(
                            leader -> isOfReference.test(leader) && (group.size() < crowd || changed.contains(leader)));
            if (looks) {
                group.stream()
                        .map(GroupDocument::page)
                        .filter(page -> changed.contains(page) == false && isOfReference.test(page) == false)
                        .forEach(looking::add);
            }
        }
        return looking;
    }
}
