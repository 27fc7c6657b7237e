package org.ndd.job.update;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ndd.config.DocumentName;
import org.ndd.groups.GroupDocument;

/**
 * The changed pages after the comparisons with their canonical documents.
 *
 * @param classified the stage before
 * @param verified new documents of the duplicates that stay in their groups
 * @param leaving documents of the pages that leave their groups
 */
record VerifiedChanges(
        ClassifiedChanges classified,
        Map<DocumentName, GroupDocument> verified,
        Map<DocumentName, GroupDocument> leaving) {

    ClassifiedChanges.Changed changed() {
        return classified.changed();
    }

    /** Returns the pages whose near-duplicates must be searched: all that exist, except duplicates that stay in their groups. */
    Set<DocumentName> pagesToSearch() {
        Set<DocumentName> pages = new TreeSet<>(changed().pages());
        pages.retainAll(changed().live().keySet());
        pages.removeAll(verified.keySet());
        return pages;
    }
}
