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
 * Finds the pages near the pages of a checkpoint, with the documents about their groups. Can be used once.
 *
 * <p>If the leader of a group is a document of the reference, its members may have to follow another document of the reference: because a
 * page of the group changed, or because a changed page is near. Unlike documents of the source, documents of the reference that are near
 * each other are not in one group. So the groups of changed pages do not contain all pages near their members. With a reference, pages near
 * these members are therefore also found.
 */
final class NearPages {

    private final ChangedPages pages;
    private final GroupStore groups;
    private final CheckpointDecisions decisions;
    private final Set<DocumentName> changed;
    private final int crowd;
    private final Map<DocumentName, List<DocumentName>> found = new HashMap<>();

    /**
     * @param changed pages that were changed or deleted
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
     * Finds the near pages.
     *
     * @param looking pages whose near pages are searched
     * @param remade groups that will be recomputed
     * @param listener gets the documents about the groups of all pages that were found
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
                .<List<GroupDocument>>andThen((l, documents) -> addNearMembers(documents, remade, l))
                .addListener(listener);
    }

    /** Adds the pages near the members of groups that were found; groups that will be grouped again are known already. */
    private void addNearMembers(
            List<GroupDocument> documents, Set<String> remade, ActionListener<List<GroupDocument>> listener) {
        Set<String> others =
                documents.stream().map(GroupDocument::group).collect(Collectors.toCollection(TreeSet::new));
        others.removeAll(remade);
        groups.ofGroups(others, listener.delegateFailureAndWrap((l, members) -> {
            Set<DocumentName> more = members(members);
            more.removeAll(found.keySet());
            if (more.isEmpty()) {
                l.onResponse(documents);
            } else {
                addNear(more, l);
            }
        }));
    }

    private void addNear(Set<DocumentName> looking, ActionListener<List<GroupDocument>> listener) {
        pages.near(looking, listener.delegateFailureAndWrap((l, near) -> {
            found.putAll(decisions.addTo(near));
            groups.ofPages(found.values().stream().flatMap(List::stream).collect(Collectors.toSet()), l);
        }));
    }

    /**
     * Returns the members that may have to follow another document of the reference. Excludes large groups, unless their leader changed: a
     * search for each member takes long, and a change of another member affects only the choice between documents of the reference that are
     * equally near.
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

    /** Returns the near pages by page, the nearest first. */
    Map<DocumentName, List<DocumentName>> found() {
        return found;
    }
}
