package org.ndd.compare;

import java.util.List;
import org.ndd.config.MustAgree;
import org.ndd.core.compare.MustAgreeKeys;

/**
 * The reason why two sides are never duplicates.
 *
 * @param field the first field whose values differ
 * @param a values of the one side
 * @param b values of the other
 */
record Disagreement(String field, List<String> a, List<String> b) {

    /**
     * Returns the reason why two sides are kept apart, or null.
     *
     * @param a for each field the values of the one side
     */
    static Disagreement of(MustAgree mustAgree, List<List<String>> a, List<List<String>> b) {
        int field = MustAgreeKeys.of(a).firstApart(MustAgreeKeys.of(b));
        return field < 0 ? null : new Disagreement(mustAgree.fields().get(field), a.get(field), b.get(field));
    }
}
