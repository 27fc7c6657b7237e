package org.ndd.groups;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import org.elasticsearch.action.ActionRequestValidationException;

/**
 * A range of sizes of groups, including both bounds.
 *
 * @param min minimum number of pages, 2 or more
 * @param max maximum number of pages, {@code min} or more; {@link Integer#MAX_VALUE} for no limit
 */
public record GroupSizeRange(int min, int max) {

    /** Minimum number of pages of a group. */
    public static final int SMALLEST = 2;

    public boolean contains(int size) {
        return size >= min && size <= max;
    }

    /** Rejects sizes that no group can have. */
    public ActionRequestValidationException validate(ActionRequestValidationException before) {
        ActionRequestValidationException errors = before;
        if (min < SMALLEST) {
            errors =
                    addValidationError("[min_size] must be at least [" + SMALLEST + "], but was [" + min + "]", errors);
        }
        if (max < min) {
            errors = addValidationError(
                    "[max_size] must be at least [min_size], which is [" + min + "], but was [" + max + "]", errors);
        }
        return errors;
    }
}
