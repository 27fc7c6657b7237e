package org.ndd.eval.method;

/**
 * What a method found.
 *
 * @param groups for each page, by position, the position of the page that its group is named after
 * @param comparisons pairs of pages that were looked at to decide groups
 */
public record Grouping(int[] groups, long comparisons) {}
