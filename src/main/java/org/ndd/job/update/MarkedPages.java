package org.ndd.job.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.ndd.config.DocumentName;
import org.ndd.groups.GroupDocument;

/**
 * Changed pages into which only marks were written. Their groups stay as they are, and the run's documents are rewritten for the current
 * versions: the page's document, and each document of a group whose canonical document the page is. Not thread-safe.
 */
final class MarkedPages {

    private final Map<DocumentName, LivePage> versions = new TreeMap<>();
    private final List<GroupDocument> documents = new ArrayList<>();

    /** @param version of the page of the document, which is marked and otherwise equal to the version in the document */
    void add(GroupDocument document, LivePage version) {
        versions.put(document.page(), version);
    }

    /** Receives the run's documents of pages; drops marked pages that are not among these. */
    void placed(Collection<GroupDocument> ofPages) {
        ofPages.stream()
                .filter(document -> versions.containsKey(document.page()))
                .forEach(documents::add);
    }

    int size() {
        return versions.size();
    }

    /** Groups whose canonical document is among the pages, of which all documents are needed. */
    Set<String> groups() {
        return documents.stream()
                .filter(GroupDocument::isCanonical)
                .map(GroupDocument::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Receives the documents of {@link #groups}. */
    void ofGroups(Collection<GroupDocument> found) {
        documents.addAll(found);
    }

    /** The same document of the versions that pages have now. */
    GroupDocument current(GroupDocument document) {
        return document.ofVersions(
                page -> versions.containsKey(page) ? versions.get(page).document() : null);
    }

    /** Passes on all documents that may have to be written again, except those that are replaced anyway. */
    void forEach(Predicate<GroupDocument> others, Consumer<GroupDocument> action) {
        documents.stream().filter(others.negate()).forEach(action);
    }
}
