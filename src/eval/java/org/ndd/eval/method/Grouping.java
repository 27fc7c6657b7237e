package org.ndd.eval.method;

/**
 * The groups of a method.
 *
 * @param groups position of the document that identifies the group, by position of the document
 * @param comparisons number of compared pairs
 */
public record Grouping(int[] groups, long comparisons) {}
