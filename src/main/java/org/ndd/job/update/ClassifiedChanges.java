package org.ndd.job.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.core.Nullable;
import org.ndd.config.DocumentName;
import org.ndd.groups.ComparedDocument;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupDocument;
import org.ndd.job.update.RegroupedDocuments.DocumentChanges;

/**
 * The changed pages of an update, by what happens to the groups that they were in. The first stage of {@link GroupUpdate}.
 *
 * @param dropped documents about parts, which are deleted: a run must compare these pages again
 * @param leaving documents of pages that leave large groups, which are not recomputed
 * @param recomputedGroups groups to recompute
 * @param deleted number of changed pages that were in a group and do not exist
 */
record ClassifiedChanges(
        Changed changed,
        List<GroupDocument> dropped,
        Map<DocumentName, GroupDocument> leaving,
        Set<String> recomputedGroups,
        int deleted) {

    /**
     * The changed pages that the update processes.
     *
     * @param pages pages that were changed or deleted, without those that were only marked
     * @param live existing pages, with their current versions; includes pages that were only marked
     * @param marked pages into which only marks were written
     * @param mayJoin whether pages may join a large group without its recomputation: false if rules could choose them as the canonical
     *     document
     */
    record Changed(Set<DocumentName> pages, Map<DocumentName, LivePage> live, MarkedPages marked, boolean mayJoin) {

        /**
         * Excludes pages that an earlier update or run has read in their current version, and finds those that were only marked.
         *
         * @param all pages that were changed or deleted
         * @param live existing pages among these
         * @param isNew selects pages that changed in any case: decisions or indices changed, but not their texts or versions
         * @param documents all group documents of these pages
         */
        static Changed of(
                Collection<DocumentName> all,
                Map<DocumentName, LivePage> live,
                Predicate<DocumentName> isNew,
                Collection<GroupDocument> documents,
                boolean mayJoin) {
            Set<DocumentName> pages = new TreeSet<>(all);
            Map<DocumentName, LivePage> marked = new TreeMap<>();
            for (GroupDocument document : documents) {
                LivePage version = live.get(document.page());
                if (document.isPartOf() || version == null || isNew.test(document.page())) {
                    continue;
                }
                if (version.hasVersionOf(document)) {
                    pages.remove(document.page());
                } else if (version.isMarkedSince(document)) {
                    pages.remove(document.page());
                    marked.put(document.page(), version);
                }
            }
            List<GroupDocument> ofMarked = documents.stream()
                    .filter(document -> marked.containsKey(document.page()))
                    .toList();
            return new Changed(pages, live, new MarkedPages(marked, ofMarked), mayJoin);
        }

        boolean contains(DocumentName page) {
            return pages.contains(page);
        }

        boolean exists(DocumentName page) {
            return live.containsKey(page);
        }
    }

    /**
     * Decides on the changed pages by their groups before the update.
     *
     * @param documents all group documents of changed pages
     * @param parts documents of pages that are parts of changed pages
     * @param large groups that pages may leave without a recomputation if no other pages depend on them
     */
    static ClassifiedChanges of(
            Changed changed, Collection<GroupDocument> documents, Collection<GroupDocument> parts, Set<String> large) {
        List<GroupDocument> dropped = new ArrayList<>();
        parts.stream().filter(part -> changed.contains(part.canonical())).forEach(dropped::add);
        Map<DocumentName, GroupDocument> main = new HashMap<>();
        Set<String> recomputedGroups = new TreeSet<>();
        Set<DocumentName> deleted = new TreeSet<>();
        for (GroupDocument document : documents) {
            if (changed.contains(document.page()) == false) {
                continue;
            }
            if (changed.exists(document.page()) == false) {
                deleted.add(document.page());
            }
            if (document.isPartOf()) {
                dropped.add(document);
            } else {
                main.put(document.page(), document);
                if (document.hasDependents() || large.contains(document.group()) == false) {
                    recomputedGroups.add(document.group());
                }
            }
        }
        Map<DocumentName, GroupDocument> leaving = new TreeMap<>(main);
        leaving.values().removeIf(document -> recomputedGroups.contains(document.group()));
        return new ClassifiedChanges(changed, dropped, leaving, recomputedGroups, deleted.size());
    }

    /** Returns the pages whose near-duplicates must be searched. */
    Set<DocumentName> pagesToSearch() {
        Set<DocumentName> pages = new TreeSet<>(changed.pages());
        pages.retainAll(changed.live().keySet());
        return pages;
    }

    /**
     * The current version of a page.
     *
     * @param unmarked version of the page before it was marked; {@code null} if its last write was not a mark
     * @param digest digest of its text, title and site; {@code null} if it has no text
     */
    record LivePage(
            ComparedDocument document,
            @Nullable DocumentVersion unmarked,
            @Nullable String digest) {

        /** Returns whether a group document was written for this version. */
        boolean hasVersionOf(GroupDocument group) {
            return document.version().equals(group.compared().version());
        }

        /** Returns whether only marks were written into the page since a group document. */
        boolean isMarkedSince(GroupDocument group) {
            return unmarked != null && unmarked.equals(group.compared().version());
        }
    }

    /**
     * Changed pages into which only marks were written. Their groups do not change. The documents of the run are rewritten for the current
     * versions: the document of the page, and each document whose canonical document is the page.
     *
     * @param versions current version of each page, which is marked and otherwise equal to the version in its group document
     * @param documents group documents that may have to be rewritten
     */
    record MarkedPages(Map<DocumentName, LivePage> versions, List<GroupDocument> documents) {

        /** Returns the groups whose canonical document is among the pages. All documents of these groups are needed. */
        Set<String> groups() {
            return documents.stream()
                    .filter(GroupDocument::isCanonical)
                    .map(GroupDocument::group)
                    .collect(Collectors.toCollection(TreeSet::new));
        }

        /** Returns the same pages with more documents, those of {@link #groups}. */
        MarkedPages with(Collection<GroupDocument> found) {
            return new MarkedPages(
                    versions, Stream.concat(documents.stream(), found.stream()).toList());
        }

        /** Returns the document with the current versions of pages. */
        GroupDocument current(GroupDocument document) {
            return document.withVersions(
                    page -> versions.containsKey(page) ? versions.get(page).document() : null);
        }

        /** Adds all documents that may have to be rewritten. */
        void addTo(DocumentChanges changes) {
            documents.forEach(document -> {
                changes.before(document);
                changes.after(current(document));
            });
        }
    }
}
