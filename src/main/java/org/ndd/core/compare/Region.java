package org.ndd.core.compare;

/**
 * A stretch of A that was found in B, as half-open ranges of positions in code units.
 *
 * @param startA first position in A
 * @param endA position after the last in A
 * @param startB position of the first match in B
 * @param endB position after the last match in B
 * @param text A's text from {@code startA} to {@code endA} as it was compared; lines that were masked as boilerplate are
 *     not in it
 */
public record Region(int startA, int endA, int startB, int endB, String text) {}
