package org.ndd.job.update;

import org.elasticsearch.core.Nullable;
import org.ndd.groups.ComparedDocument;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupDocument;

/**
 * The current version of a page.
 *
 * @param document the current version
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
