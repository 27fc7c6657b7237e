package org.ndd.job.update;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ndd.config.DocumentName;
import org.ndd.groups.GroupDocument;

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

    /**
     * Returns the same pages with more documents.
     *
     * @param found documents of {@link #groups}
     */
    MarkedPages with(Collection<GroupDocument> found) {
        return new MarkedPages(
                versions, Stream.concat(documents.stream(), found.stream()).toList());
    }

    /** Returns the document with the current versions of pages. */
    GroupDocument current(GroupDocument document) {
        return document.withVersions(
                page -> versions.containsKey(page) ? versions.get(page).document() : null);
    }

    /**
     * Adds all documents that may have to be rewritten.
     *
     * @param replaced selects documents that are replaced in any case
     */
    void addTo(DocumentChanges changes, Predicate<GroupDocument> replaced) {
        documents.stream().filter(replaced.negate()).forEach(document -> {
            changes.before(document);
            changes.after(current(document));
        });
    }
}
