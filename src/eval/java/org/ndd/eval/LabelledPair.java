package org.ndd.eval;

/**
 * What is known about two documents.
 *
 * @param first id of one
 * @param second id of the other
 * @param duplicate whether they are near-duplicates
 */
record LabelledPair(String first, String second, boolean duplicate) {}
