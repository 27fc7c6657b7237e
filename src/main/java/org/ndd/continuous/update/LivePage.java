package org.ndd.continuous.update;

import org.elasticsearch.core.Nullable;
import org.ndd.groups.DocumentVersion;

/**
 * A page as its user sees it now.
 *
 * @param routing with which it was indexed, or {@code null}
 * @param version which version of it is there
 * @param unmarked version of it before it was marked; {@code null} if its last write was no mark
 */
record LivePage(
        String routing, DocumentVersion version, @Nullable DocumentVersion unmarked) {

    /** Of a page whose last write was no mark. */
    LivePage(String routing, DocumentVersion version) {
        this(routing, version, null);
    }
}
