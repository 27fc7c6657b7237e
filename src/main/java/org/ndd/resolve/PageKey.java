package org.ndd.resolve;

import org.ndd.config.DocumentName;
import org.ndd.groups.ComparedDocument;
import org.ndd.groups.GroupDocument;

/**
 * Names a page.
 *
 * @param index the concrete index
 * @param routing with which it was indexed, or {@code null}
 */
record PageKey(String index, String id, String routing) {

    static PageKey of(ComparedDocument page) {
        return new PageKey(page.index(), page.id(), page.routing());
    }

    /** The page of a group document. */
    static PageKey of(GroupDocument document) {
        return of(document.compared());
    }

    /** The canonical document of that page. */
    static PageKey canonicalOf(GroupDocument document) {
        return of(document.comparedCanonical());
    }

    DocumentName name() {
        return new DocumentName(index, id);
    }
}
