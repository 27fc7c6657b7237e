package org.ndd.job.update;

import org.elasticsearch.core.Nullable;
import org.ndd.groups.DocumentVersion;

/**
 * A page as its user sees it now.
 *
 * @param routing with which it was indexed, or {@code null}
 * @param version the current one
 * @param unmarked version of it before it was marked; {@code null} if its last write was not a mark
 */
record LivePage(
        String routing, DocumentVersion version, @Nullable DocumentVersion unmarked) {

    /** Of a page whose last write was not a mark. */
    LivePage(String routing, DocumentVersion version) {
        this(routing, version, null);
    }
}
