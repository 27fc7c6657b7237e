package org.ndd.job.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ndd.config.DocumentName;
import org.ndd.core.group.Verdict;
import org.ndd.groups.GroupDocument;

/**
 * Decides on changed pages, and on the groups that they were in or become near to. Sends no requests: it receives results, in the order of
 * its methods, and returns the pages to search next. The outcome does not depend on the order of pages. Not thread-safe.
 *
 * <p>A changed page that is a duplicate stays in its group if it is still near its canonical document. This takes one comparison (Zhu et
 * al., section 5.1, tier 1). A page joins a group if it is near the canonical document, and all pages near it are in this group or also
 * join it. All other changed pages, the pages near them, and all groups of these are recomputed together, by the same rules as in a run
 * (tier 2). Groups whose canonical document or leader was changed or deleted are also recomputed.
 *
 * <p>A large group is not recomputed when pages become near to it. Pages whose nearest page is in a large group join it if they are near
 * its canonical document. Otherwise they are treated as if they did not exist. Without this rule, checkpoints would repeatedly recompute
 * thousands of pages of two large groups that become near each other.
 */
final class UpdatePlan {

    private final Collection<DocumentName> changed;
    private final Map<DocumentName, LivePage> live;
    private final Set<String> goneIndices;
    private final Set<DocumentName> decided;

    /** Whether pages may join a group without its recomputation: false if rules could choose them as the canonical document. */
    private final boolean mayJoin;

    /** Whether pages may leave a group without its recomputation: false if this could change the canonical document of a market. */
    private final boolean mayLeave;

    private final MarkedPages marked = new MarkedPages();
    private final List<GroupDocument> dropped = new ArrayList<>();
    private final Map<DocumentName, GroupDocument> settling = new TreeMap<>();
    private final Map<DocumentName, GroupDocument> settled = new TreeMap<>();
    private final Map<DocumentName, GroupDocument> leaving = new TreeMap<>();
    private final Map<DocumentName, GroupDocument> crowding = new TreeMap<>();
    private final Map<DocumentName, GroupDocument> joining = new TreeMap<>();
    private final Map<DocumentName, Joined> joined = new TreeMap<>();
    private final Set<DocumentName> gone = new TreeSet<>();
    private final Set<DocumentName> looking = new TreeSet<>();
    private final Set<DocumentName> remadePages = new TreeSet<>();
    private final Set<String> remadeGroups = new TreeSet<>();
    private final Neighborhood near = new Neighborhood();

    /**
     * A page that joins a group.
     *
     * @param by document of the near page because of which it joins
     * @param verdict verdict on the page and the canonical document of {@code by}
     */
    private record Joined(GroupDocument by, Verdict verdict) {}

    /**
     * @param changed all pages that were changed or deleted
     * @param live existing pages among these, with fingerprints
     * @param gone names of indices that were deleted, or created again with new versions of their pages
     * @param decided pages whose groups may have to change because of decisions of people, although their texts did not change
     * @param mayJoin whether pages may join a group without its recomputation
     * @param mayLeave whether pages on which no other pages depend may leave a group without its recomputation
     */
    UpdatePlan(
            Collection<DocumentName> changed,
            Map<DocumentName, LivePage> live,
            Set<String> gone,
            Set<DocumentName> decided,
            boolean mayJoin,
            boolean mayLeave) {
        this.changed = new TreeSet<>(changed);
        this.live = live;
        this.goneIndices = gone;
        this.decided = decided;
        this.mayJoin = mayJoin;
        this.mayLeave = mayLeave;
    }

    /**
     * Receives the state before the update.
     *
     * @param documents all documents of changed pages
     * @param parts documents of pages that are parts of changed pages, which a run must compare again
     */
    void placed(Collection<GroupDocument> documents, Collection<GroupDocument> parts) {
        for (GroupDocument document : documents) {
            LivePage version = live.get(document.page());
            if (document.isPartOf()
                    || version == null
                    || decided.contains(document.page())
                    || goneIndices.contains(document.page().index())) {
                continue;
            }
            if (version.isOf(document)) { // an earlier update or run has read this version
                changed.remove(document.page());
            } else if (version.isMarkedSince(document)) {
                changed.remove(document.page());
                marked.add(document, version);
            }
        }
        marked.placed(documents);
        parts.stream().filter(part -> changed.contains(part.canonical())).forEach(dropped::add);
        Map<DocumentName, GroupDocument> main = new HashMap<>();
        for (GroupDocument document : documents) {
            if (changed.contains(document.page()) == false) {
                continue;
            }
            if (live.containsKey(document.page()) == false) {
                gone.add(document.page());
            }
            if (document.isPartOf()) {
                dropped.add(document);
            } else {
                main.put(document.page(), document);
                if (document.hasDependents() || mayLeave == false) {
                    remadeGroups.add(document.group());
                }
            }
        }
        for (DocumentName page : changed) {
            GroupDocument document = main.get(page);
            boolean there = live.containsKey(page);
            if (document == null || remadeGroups.contains(document.group())) {
                if (there) {
                    looking.add(page);
                }
            } else if (there && mayJoin) {
                settling.put(page, document);
            } else {
                leaves(page, document);
            }
        }
    }

    private void leaves(DocumentName page, GroupDocument document) {
        leaving.put(page, document);
        if (live.containsKey(page)) {
            looking.add(page);
        }
    }

    /** Returns the duplicates to compare with the canonical documents of their groups. */
    Map<DocumentName, GroupDocument> settling() {
        return settling;
    }

    /** Receives the verdicts on {@link #settling}. Pages without a verdict have lost their canonical document. */
    void settled(Map<DocumentName, Verdict> verdicts) {
        settling.forEach((page, document) -> {
            Verdict verdict = verdicts.get(page);
            if (isNear(verdict)) {
                settled.put(page, document.compared(live.get(page).document(), verdict));
            } else {
                leaves(page, document);
            }
        });
    }

    /** Returns whether a page is near the canonical document with which it was compared; false without a verdict. */
    private static boolean isNear(Verdict verdict) {
        return verdict != null && verdict.relation().isNear();
    }

    /** Adds a page to the group of a near page, if it is near the canonical document of that page. Returns whether it joins. */
    private boolean join(DocumentName page, GroupDocument by, Verdict verdict) {
        boolean near = isNear(verdict);
        if (near) {
            joined.put(page, new Joined(by, verdict));
        }
        return near;
    }

    /** Returns the pages whose near-duplicates must be searched. */
    Set<DocumentName> looking() {
        return looking;
    }

    /**
     * Receives the pages near those of {@link #looking}.
     *
     * @param found near-duplicates by page, the nearest first
     * @param documents documents of these pages in the groups before the update
     */
    void near(Map<DocumentName, List<DocumentName>> found, Collection<GroupDocument> documents) {
        near.add(
                found,
                documents.stream()
                        .filter(document -> leaving.containsKey(document.page()) == false)
                        .toList());
    }

    /** Returns the groups of near pages, whose sizes are needed. */
    Set<String> nearGroups() {
        Set<String> groups = new TreeSet<>();
        if (mayJoin) {
            groups.addAll(near.groups());
            groups.removeAll(remadeGroups);
        }
        return groups;
    }

    /**
     * Receives the number of pages of each of {@link #nearGroups}.
     *
     * @param crowd minimum number of pages of a large group
     */
    void sized(Map<String, Integer> sizes, int crowd) {
        crowding.putAll(near.crowded(sizes, crowd));
    }

    /** Returns the pages to compare with the canonical document of a document in a large group. */
    Map<DocumentName, GroupDocument> crowding() {
        return crowding;
    }

    /** Receives the verdicts on {@link #crowding}, and decides on the other pages. */
    void crowded(Map<DocumentName, Verdict> verdicts) {
        crowding.forEach((page, document) -> join(page, document, verdicts.get(page)));
        near.leaveOut(joined.keySet());
        for (Set<DocumentName> pages : near.together()) {
            Set<DocumentName> others = near.of(pages);
            Set<String> groups = new TreeSet<>();
            boolean alone = false;
            for (DocumentName other : others) {
                if (near.groupOf(other) != null) {
                    groups.add(near.groupOf(other));
                } else {
                    alone |= pages.contains(other) == false;
                }
            }
            if (mayJoin && alone == false && groups.size() == 1 && remadeGroups.containsAll(groups) == false) {
                joining.putAll(near.nearest(pages));
            } else if (others.isEmpty() == false) {
                remadePages.addAll(pages);
                remadePages.addAll(others);
                remadeGroups.addAll(groups);
            }
        }
    }

    /** Returns whether the group of a document is recomputed. Other groups keep their name. */
    private boolean isRemade(GroupDocument document) {
        return remadeGroups.contains(document.group());
    }

    /** Returns the pages to compare with the canonical document of a document in their future group. */
    Map<DocumentName, GroupDocument> joining() {
        return joining;
    }

    /** Receives the verdicts on {@link #joining}. */
    void joined(Map<DocumentName, Verdict> verdicts) {
        joining.forEach((page, document) -> {
            if (join(page, document, verdicts.get(page)) == false || remadePages.contains(page)) {
                remadeGroups.add(document.group());
            }
        });
        joining.forEach((page, document) -> {
            if (isRemade(document)) {
                remadePages.add(page);
                joined.remove(page);
            }
        });
    }

    /** Returns the groups to recompute. All their documents are needed. */
    Set<String> remadeGroups() {
        return remadeGroups;
    }

    /** Returns the pages that were only marked. They need the documents of their groups. */
    MarkedPages marked() {
        return marked;
    }

    /** Returns the groups that pages leave and join, without other changes. The documents of their leaders are needed. */
    Set<String> resizedGroups() {
        Set<String> resized = new TreeSet<>();
        leaving.values().forEach(document -> resized.add(document.group()));
        joined.values().forEach(one -> resized.add(one.by().group()));
        resized.removeAll(remadeGroups);
        return resized;
    }

    /**
     * Returns the pages to group again. Excludes pages that left their group and are near no other page.
     *
     * @param touched documents of {@link #remadeGroups}
     */
    Set<DocumentName> remade(Collection<GroupDocument> touched) {
        Set<DocumentName> pages = new TreeSet<>(remadePages);
        for (GroupDocument document : touched) {
            if (document.isPartOf() == false) {
                pages.add(document.page());
            }
        }
        pages.removeIf(page -> changed.contains(page)
                && (live.containsKey(page) == false
                        || joined.containsKey(page)
                        || leaving.containsKey(page) && remadePages.contains(page) == false));
        return pages;
    }

    /**
     * Returns the documents before and after the update, for all affected pages.
     *
     * @param touched documents of {@link #remadeGroups}
     * @param leaders documents of the leaders of {@link #resizedGroups}
     * @param sizes counted sizes of these groups: the size in the document of a leader may come from an unfinished update
     * @param made documents of the groups that were computed from {@link #remade}, with their final names
     */
    DocumentChanges documents(
            Collection<GroupDocument> touched,
            Collection<GroupDocument> leaders,
            Map<String, Integer> sizes,
            Collection<GroupDocument> made) {
        DocumentChanges documents = new DocumentChanges();
        marked.forEach(document -> changed.contains(document.page()) || isRemade(document), document -> {
            documents.before(document);
            documents.after(marked.current(document));
        });
        dropped.forEach(documents::before);
        leaving.values().forEach(documents::before);
        settled.forEach((page, document) -> {
            documents.before(settling.get(page));
            if (isRemade(document) == false) {
                documents.after(marked.current(document));
            }
        });
        joined.forEach((page, one) ->
                documents.after(marked.current(one.by().joinedBy(live.get(page).document(), one.verdict()))));
        Map<String, Integer> growth = growth();
        for (GroupDocument leader : leaders) {
            documents.before(leader);
            int size = sizes.get(leader.group()) + growth.getOrDefault(leader.group(), 0);
            if (size > 1) {
                // a group of one page has no document
                documents.after(marked.current(leader.ofSize(size)));
            }
        }
        touched.forEach(documents::before);
        Map<String, List<GroupDocument>> groups = new TreeMap<>();
        for (GroupDocument document : touched) {
            groups.computeIfAbsent(document.group(), name -> new ArrayList<>()).add(document);
        }
        parts(groups, made).forEach(documents::after);
        made.forEach(documents::after);
        return documents;
    }

    /** Returns the change of the number of pages, by group that is not recomputed. */
    private Map<String, Integer> growth() {
        Map<String, Integer> growth = new HashMap<>();
        leaving.values().forEach(document -> growth.merge(document.group(), -1, Integer::sum));
        joined.values().forEach(one -> growth.merge(one.by().group(), 1, Integer::sum));
        return growth;
    }

    /**
     * Returns the documents to keep of pages that are only part of a leader. Such a page has a separate group, which need not be recomputed
     * with the group of the leader. It remains a part if the leader and the compared canonical document are unchanged.
     */
    private List<GroupDocument> parts(Map<String, List<GroupDocument>> groups, Collection<GroupDocument> made) {
        List<GroupDocument> kept = new ArrayList<>();
        for (GroupDocument leader : made) {
            if (leader.isLeader()
                    && changed.contains(leader.page()) == false
                    && changed.contains(leader.canonical()) == false) {
                for (GroupDocument part : groups.getOrDefault(leader.group(), List.of())) {
                    GroupDocument now = marked.current(part);
                    if (part.isPartOf() && changed.contains(part.page()) == false && now.hasGroupOf(leader)) {
                        kept.add(now);
                    }
                }
            }
        }
        return kept;
    }

    /**
     * Counts the changed pages that exist, or were in a group: the reader of the counts may have no right to learn of others. Marks are not
     * changes.
     */
    CheckpointCounts counts(long regrouped, long moved, long unprocessed, long outdated) {
        long there = live.size() - marked.size();
        return new CheckpointCounts(
                there + gone.size(),
                gone.size(),
                new CheckpointCounts.Grouping(settled.size(), joined.size(), regrouped, moved),
                unprocessed,
                outdated);
    }
}
