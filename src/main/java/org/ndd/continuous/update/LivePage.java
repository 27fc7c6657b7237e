package org.ndd.continuous.update;

/**
 * A page as its user sees it now.
 *
 * @param routing with which it was indexed, or {@code null}
 * @param seqNo which version of it is there
 * @param primaryTerm of that version
 */
record LivePage(String routing, long seqNo, long primaryTerm) {}
