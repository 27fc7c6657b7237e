package org.ndd.job.update;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.ndd.config.DocumentName;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupStore;

/**
 * Finds the pages near those of a checkpoint, with the documents about their groups. To be used once.
 *
 * <p>A member of a group whose leader is a document of the reference may come to follow another document of the reference, because a page
 * of its group changed, or because a changed page is near it. Unlike documents of the source, those of the reference are not in one group
 * if they are near each other, so the groups of changed pages do not contain all that their members are near to. With a reference, pages
 * near these members are found, too.
 */
final class NearPages {

    private final ChangedPages pages;
    private final GroupStore groups;
    private final CheckpointDecisions decisions;
    private final Set<DocumentName> changed;
    private final int crowd;
    private final Map<DocumentName, List<DocumentName>> found = new HashMap<>();

    /**
     * @param changed pages that changed, or do not exist any more
     * @param crowd minimum number of documents of a large group
     */
    NearPages(
            ChangedPages pages,
            GroupStore groups,
            CheckpointDecisions decisions,
            Set<DocumentName> changed,
            int crowd) {
        this.pages = pages;
        this.groups = groups;
        this.decisions = decisions;
        this.changed = changed;
        this.crowd = crowd;
    }

    /**
     * Finds them.
     *
     * @param looking pages to find the near ones of
     * @param remade groups that will be grouped again
     * @param listener gets the documents about the groups of all that were found
     */
    void find(Set<DocumentName> looking, Set<String> remade, ActionListener<List<GroupDocument>> listener) {
        if (pages.references().isEmpty()) {
            addNear(looking, listener);
            return;
        }
        SubscribableListener.<List<GroupDocument>>newForked(l -> groups.ofGroups(remade, l))
                .<List<GroupDocument>>andThen((l, documents) -> {
                    Set<DocumentName> all = members(documents);
                    all.addAll(looking);
                    addNear(all, l);
                })
                .<List<GroupDocument>>andThen((l, documents) -> groups.ofGroups(
                        documents.stream().map(GroupDocument::group).collect(Collectors.toSet()), l))
                .<List<GroupDocument>>andThen((l, documents) -> {
                    Set<DocumentName> more = members(documents);
                    more.removeAll(found.keySet());
                    addNear(more, l);
                })
                .addListener(listener);
    }

    private void addNear(Set<DocumentName> looking, ActionListener<List<GroupDocument>> listener) {
        pages.near(looking, listener.delegateFailureAndWrap((l, near) -> {
            found.putAll(decisions.addTo(near));
            groups.ofPages(found.values().stream().flatMap(List::stream).collect(Collectors.toSet()), l);
        }));
    }

    /**
     * The members that may come to follow another document of the reference: all of a group whose leader changed; of a large group only
     * then, because a search for each of its documents takes long, and a change of another member decides only between documents of the
     * reference that are equally near.
     */
    private Set<DocumentName> members(Collection<GroupDocument> documents) {
        Map<String, List<GroupDocument>> byGroup = documents.stream()
                .filter(document -> document.isPartOf() == false)
                .collect(Collectors.groupingBy(GroupDocument::group));
        Set<DocumentName> members = new TreeSet<>();
        for (List<GroupDocument> group : byGroup.values()) {
            boolean mayMove = group.stream()
                    .filter(GroupDocument::isLeader)
                    .map(GroupDocument::page)
                    .anyMatch(leader ->
                            pages.isOfReference(leader) && (group.size() < crowd || changed.contains(leader)));
            if (mayMove) {
                group.stream()
                        .map(GroupDocument::page)
                        .filter(page -> changed.contains(page) == false && pages.isOfReference(page) == false)
                        .forEach(members::add);
            }
        }
        return members;
    }

    /** For each page that was looked for the pages near it, the nearest first. */
    Map<DocumentName, List<DocumentName>> found() {
        return found;
    }
}
