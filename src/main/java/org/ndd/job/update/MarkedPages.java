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
 * Collects changed pages into which only marks were written. Their groups do not change. The documents of the run are rewritten for the
 * current versions: the document of the page, and each document whose canonical document is the page. Not thread-safe.
 */
final class MarkedPages {

    private final Map<DocumentName, LivePage> versions = new TreeMap<>();
    private final List<GroupDocument> documents = new ArrayList<>();

    /** @param version current version of the page, which is marked and otherwise equal to the version in the document */
    void add(GroupDocument document, LivePage version) {
        versions.put(document.page(), version);
    }

    /** Sets the run's documents of pages; removes marked pages without a document. */
    void placed(Collection<GroupDocument> ofPages) {
        ofPages.stream()
                .filter(document -> versions.containsKey(document.page()))
                .forEach(documents::add);
    }

    int size() {
        return versions.size();
    }

    /** Returns the groups whose canonical document is among the pages. All documents of these groups are needed. */
    Set<String> groups() {
        return documents.stream()
                .filter(GroupDocument::isCanonical)
                .map(GroupDocument::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Adds the documents of {@link #groups}. */
    void ofGroups(Collection<GroupDocument> found) {
        documents.addAll(found);
    }

    /** Returns the document with the current versions of pages. */
    GroupDocument current(GroupDocument document) {
        return document.ofVersions(
                page -> versions.containsKey(page) ? versions.get(page).document() : null);
    }

    /** Passes on all documents that may have to be rewritten, except those that are replaced in any case. */
    void forEach(Predicate<GroupDocument> others, Consumer<GroupDocument> action) {
        documents.stream().filter(others.negate()).forEach(action);
    }
}
