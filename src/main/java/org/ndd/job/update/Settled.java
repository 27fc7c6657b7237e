package org.ndd.job.update;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ndd.config.DocumentName;
import org.ndd.groups.GroupDocument;

/**
 * The changed pages after the comparisons with their canonical documents.
 *
 * @param placed the stage before
 * @param settled new documents of the duplicates that stay in their groups
 * @param leaving documents of the pages that leave their groups
 */
record Settled(Placed placed, Map<DocumentName, GroupDocument> settled, Map<DocumentName, GroupDocument> leaving) {

    Placed.Changed changed() {
        return placed.changed();
    }

    /** Returns the pages whose near-duplicates must be searched: all that exist, except those that are settled. */
    Set<DocumentName> searched() {
        Set<DocumentName> pages = new TreeSet<>(changed().pages());
        pages.retainAll(changed().live().keySet());
        pages.removeAll(settled.keySet());
        return pages;
    }

    /**
     * Adds the near pages.
     *
     * @param found near-duplicates of {@link #searched} by page, the nearest first
     * @param documents documents of these pages in the groups before the update
     */
    Near near(Map<DocumentName, List<DocumentName>> found, Collection<GroupDocument> documents) {
        List<GroupDocument> remaining = documents.stream()
                .filter(document -> leaving.containsKey(document.page()) == false)
                .toList();
        return new Near(this, Neighborhood.of(found, remaining));
    }
}
