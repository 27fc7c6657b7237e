package org.ndd.groups;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import org.elasticsearch.action.ActionRequestValidationException;

/**
 * Sizes of groups, both bounds included.
 *
 * @param min 2 or more
 * @param max not less than that; {@link Integer#MAX_VALUE} for no limit
 */
public record GroupSizeRange(int min, int max) {

    /** Pages that make a group. */
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
