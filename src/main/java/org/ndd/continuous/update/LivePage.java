package org.ndd.continuous.update;

import org.ndd.groups.DocumentVersion;

/**
 * A page as its user sees it now.
 *
 * @param routing with which it was indexed, or {@code null}
 * @param version which version of it is there
 */
record LivePage(String routing, DocumentVersion version) {}
