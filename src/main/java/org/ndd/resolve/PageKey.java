package org.ndd.resolve;

/**
 * Names a page.
 *
 * @param index the concrete index
 * @param routing with which it was indexed, or {@code null}
 */
record PageKey(String index, String id, String routing) {}
