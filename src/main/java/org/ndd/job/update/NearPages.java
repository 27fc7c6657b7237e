package org.ndd.job.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.ndd.bulk.Batches;
import org.ndd.config.DocumentName;
import org.ndd.core.group.Rank;
import org.ndd.groups.ComparedDocument;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupStore;
import org.ndd.job.update.ClassifiedChanges.LivePage;

/**
 * Finds the pages near the pages of a checkpoint, with the documents about their groups. Can be used once.
 *
 * <p>If the leader of a group is a document of the reference, its members may have to follow another document of the reference: because a
 * page of the group changed, or because a changed page is near. Unlike documents of the source, documents of the reference that are near
 * each other are not in one group. So the groups of changed pages do not contain all pages near their members. With a reference, pages near
 * these members are therefore also found.
 */
final class NearPages {

    private final UpdateContext context;
    private final ChangedPages pages;
    private final GroupStore groups;
    private final CheckpointDecisions decisions;
    private final Set<DocumentName> changed;
    private final Map<DocumentName, List<DocumentName>> found = new HashMap<>();

    NearPages(
            UpdateContext context,
            ChangedPages pages,
            GroupStore groups,
            CheckpointDecisions decisions,
            Set<DocumentName> changed) {
        this.context = context;
        this.pages = pages;
        this.groups = groups;
        this.decisions = decisions;
        this.changed = changed;
    }

    /** Finds the near pages. The listener gets the documents about the groups of all pages that were found. */
    void find(ClassifiedChanges classified, ActionListener<List<GroupDocument>> listener) {
        Set<String> recomputed = classified.recomputedGroups();
        GroupStore read = context.groups();
        SubscribableListener.<Set<DocumentName>>newForked(l -> read.findByGroups(
                        // only names are kept
                        recomputed, ActionListener.runBefore(l, read::close).map(this::members)))
                .<List<GroupDocument>>andThen((l, all) -> {
                    all.addAll(classified.pagesToSearch());
                    if (classified.changed().mayJoin()) {
                        addNearOrCopies(all, classified.changed().live(), l);
                    } else {
                        addNear(all, l);
                    }
                })
                .<List<GroupDocument>>andThen((l, documents) -> {
                    if (pages.references().isEmpty()) {
                        l.onResponse(documents);
                    } else {
                        addNearMembers(documents, recomputed, l);
                    }
                })
                .addListener(listener);
    }

    private void addNearOrCopies(
            Set<DocumentName> searched,
            Map<DocumentName, LivePage> live,
            ActionListener<List<GroupDocument>> listener) {
        Batches.forEach(
                searched,
                ChangedPages.IDS,
                1,
                (batch, l) -> addNearOrCopiesOnce(batch, live, l),
                listener.delegateFailureAndWrap((l, added) -> readGroups(l)));
    }

    /**
     * Adds the pages near the given pages, with one search per digest. Pages with equal texts, titles and sites are near the same pages. If
     * an update or run has read another page with this digest in its current version, and it is near its canonical document, the group of
     * this page contains the pages near it, and no search is necessary. A page that is in no group may not have been read yet.
     */
    private void addNearOrCopiesOnce(
            Collection<DocumentName> searched, Map<DocumentName, LivePage> live, ActionListener<Void> listener) {
        Map<String, List<DocumentName>> byDigest = new TreeMap<>();
        List<List<DocumentName>> equal = new ArrayList<>();
        for (DocumentName page : searched) {
            // the digest of a page that did not change is not read
            String digest = live.containsKey(page) ? live.get(page).digest() : null;
            if (digest == null) {
                equal.add(List.of(page));
            } else {
                byDigest.computeIfAbsent(digest, first -> new ArrayList<>()).add(page);
            }
        }
        SubscribableListener.<Map<String, ComparedDocument>>newForked(l -> pages.copies(byDigest.keySet(), searched, l))
                .<Void>andThen((l, copies) -> groups.findByDocuments(
                        copies.values().stream().map(ComparedDocument::name).toList(),
                        l.delegateFailureAndWrap((m, documents) -> {
                            Set<DocumentVersion> grouped = documents.stream()
                                    .filter(GroupDocument::isVerified)
                                    .map(document -> document.compared().version())
                                    .collect(Collectors.toSet());
                            byDigest.forEach((digest, named) -> {
                                ComparedDocument copy = copies.get(digest);
                                if (copy == null
                                        || changed.contains(copy.name())
                                        || grouped.contains(copy.version()) == false) {
                                    equal.add(named);
                                } else {
                                    named.forEach(page -> found.put(page, List.of(copy.name())));
                                }
                            });
                            addNearOfEqual(equal, m);
                        })))
                .addListener(listener);
    }

    /** Adds the pages near the first of several equal pages to all of them. If it was deleted meanwhile, uses the next one. */
    private void addNearOfEqual(List<List<DocumentName>> equal, ActionListener<Void> listener) {
        if (equal.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        List<DocumentName> firsts = equal.stream().map(named -> named.get(0)).toList();
        pages.near(firsts, listener.delegateFailureAndWrap((l, near) -> {
            List<List<DocumentName>> missing = new ArrayList<>();
            for (List<DocumentName> named : equal) {
                List<DocumentName> others = named.subList(1, named.size());
                List<DocumentName> firstNear = near.get(named.get(0));
                if (firstNear != null) {
                    found.put(named.get(0), firstNear);
                    others.forEach(page -> found.put(page, ofCopy(page, named.get(0), firstNear)));
                } else if (others.isEmpty() == false) {
                    missing.add(others);
                }
            }
            addNearOfEqual(missing, l);
        }));
    }

    private static List<DocumentName> ofCopy(DocumentName page, DocumentName copy, List<DocumentName> near) {
        return Stream.concat(Stream.of(copy), near.stream())
                .filter(other -> other.equals(page) == false)
                .toList();
    }

    /** Adds the pages near the members of groups that were found; groups that will be grouped again are known already. */
    private void addNearMembers(
            List<GroupDocument> documents, Set<String> recomputed, ActionListener<List<GroupDocument>> listener) {
        Set<String> others =
                documents.stream().map(GroupDocument::group).collect(Collectors.toCollection(TreeSet::new));
        others.removeAll(recomputed);
        groups.findByGroups(others, listener.delegateFailureAndWrap((l, members) -> {
            Set<DocumentName> more = members(members);
            more.removeAll(found.keySet());
            if (more.isEmpty()) {
                l.onResponse(documents);
            } else {
                addNear(more, l);
            }
        }));
    }

    private void addNear(Set<DocumentName> pagesToSearch, ActionListener<List<GroupDocument>> listener) {
        pages.near(pagesToSearch, listener.delegateFailureAndWrap((l, near) -> {
            found.putAll(decisions.addTo(near));
            readGroups(l);
        }));
    }

    private void readGroups(ActionListener<List<GroupDocument>> listener) {
        groups.findByDocuments(found.values().stream().flatMap(List::stream).collect(Collectors.toSet()), listener);
    }

    /**
     * Returns the unchanged members that may have to follow another document of the reference, or that may be near documents that only a
     * changed leader kept out of the group. Of a group without its leader, that is the first in rank order, the next leader. With {@code
     * must_agree}, which may keep documents apart from that one too, and with a leader of the reference, it is all members, without those
     * of large groups, because a search for each member takes long; but with those of a large group whose leader of the reference changed:
     * a change of another member affects only the choice between documents of the reference that are equally near.
     */
    private Set<DocumentName> members(Collection<GroupDocument> documents) {
        Map<String, List<GroupDocument>> byGroup = documents.stream()
                .filter(document -> document.isPartOf() == false)
                .collect(Collectors.groupingBy(GroupDocument::group));
        Set<DocumentName> members = new TreeSet<>();
        for (List<GroupDocument> group : byGroup.values()) {
            List<DocumentName> unchanged = group.stream()
                    .map(GroupDocument::page)
                    .filter(page -> changed.contains(page) == false && pages.isOfReference(page) == false)
                    .sorted(Comparator.comparing((DocumentName page) -> Rank.of(page.id()))
                            .thenComparing(DocumentName::index))
                    .toList();
            group.stream()
                    .filter(GroupDocument::isLeader)
                    .findFirst()
                    .ifPresent(leader -> unchanged.stream()
                            .limit(mostMembers(leader.page(), group.size()))
                            .forEach(members::add));
        }
        return members;
    }

    private int mostMembers(DocumentName leader, int size) {
        boolean small = size < GroupUpdate.LARGE_GROUP;
        boolean isChanged = changed.contains(leader);
        if (pages.isOfReference(leader)) {
            return small || isChanged ? size : 0;
        }
        if (isChanged == false) {
            return 0;
        }
        return small && pages.mayExclude() ? size : 1;
    }

    Map<DocumentName, List<DocumentName>> found() {
        return found;
    }
}
