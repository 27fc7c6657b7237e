package org.ndd.groups;

import org.ndd.core.text.ParameterCheck;

/**
 * A range of sizes of groups, including both bounds.
 *
 * @param min minimum number of pages, 2 or more
 * @param max maximum number of pages, {@code min} or more; {@link Integer#MAX_VALUE} for no limit
 */
public record GroupSizeRange(int min, int max) {

    public static final int SMALLEST = 2;

    public static final GroupSizeRange ALL = new GroupSizeRange(SMALLEST, Integer.MAX_VALUE);

    public GroupSizeRange {
        ParameterCheck.range("min_size", min, SMALLEST, Long.MAX_VALUE);
        if (max < min) {
            throw new IllegalArgumentException(
                    "[max_size] must be at least [min_size], which is [" + min + "], but was [" + max + "]");
        }
    }

    public boolean contains(int size) {
        return size >= min && size <= max;
    }
}
