package org.ndd.eval.score;

import java.util.Objects;

/**
 * What is known about two documents.
 *
 * @param first id of one
 * @param second id of the other
 * @param duplicate whether they are near-duplicates
 * @param kind how the pair came to be, in the words of the corpus; empty where it says nothing
 * @param resemblance of their texts, as far as the corpus gives it; NaN where it does not
 */
public record LabeledPair(String first, String second, boolean duplicate, String kind, double resemblance) {

    public LabeledPair {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(second, "second");
        Objects.requireNonNull(kind, "kind");
    }

    /** A pair of which nothing else is known. */
    public LabeledPair(String first, String second, boolean duplicate) {
        this(first, second, duplicate, "", Double.NaN);
    }
}
