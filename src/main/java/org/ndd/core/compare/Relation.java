package org.ndd.core.compare;

import java.util.Arrays;
import org.ndd.core.text.ApiName;
import org.ndd.core.text.ParameterCheck;

/** The relation of two documents, from the closest to the farthest. */
public enum Relation implements ApiName {
    /** Identical except for minor differences: one of them can be deleted without loss. */
    SAME,
    /** Near-duplicates: the same main object, and most of the text is shared. One of them is enough in a list of results. */
    NEAR,
    /** A substantial part is shared, or one document is contained in a much longer one. Both are worth keeping. */
    OVERLAP,
    /** One form filled in for two objects: the texts are similar, but titles, names or numbers indicate different objects. */
    OTHER_ITEM,
    /** Little is shared. */
    DIFFERENT;

    /** The most distant relation that can be requested as the minimum: the others do not mean that documents are similar. */
    private static final Relation LOWEST_MINIMUM = OVERLAP;

    /** Returns whether this relation is as close as another one, or closer. */
    public boolean isAtLeast(Relation least) {
        return compareTo(least) <= 0;
    }

    /** Returns whether documents of this relation belong into one group: {@link #SAME} or {@link #NEAR}. */
    public boolean isNear() {
        return isAtLeast(NEAR);
    }

    /**
     * Returns the relation with a name.
     *
     * @throws IllegalArgumentException if there is no relation of that name
     */
    public static Relation of(String value) {
        return ParameterCheck.choice("relation", value, values());
    }

    /**
     * Returns the relation with a name, if it can be requested as the minimum.
     *
     * @throws IllegalArgumentException if it is not one of [same, near, overlap]
     */
    public static Relation parseMinimum(String value) {
        return ParameterCheck.choice(
                "min_relation",
                value,
                Arrays.stream(values())
                        .filter(relation -> relation.isAtLeast(LOWEST_MINIMUM))
                        .toArray(Relation[]::new));
    }
}
