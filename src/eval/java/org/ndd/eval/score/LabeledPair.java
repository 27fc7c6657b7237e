package org.ndd.eval.score;

import java.util.Objects;

/**
 * A label of two documents.
 *
 * @param first id of one document
 * @param second id of the other document
 * @param duplicate whether they are near-duplicates
 * @param kind origin of the pair according to the corpus, or empty
 * @param resemblance resemblance of their texts according to the corpus, or NaN
 */
public record LabeledPair(String first, String second, boolean duplicate, String kind, double resemblance) {

    public LabeledPair {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(second, "second");
        Objects.requireNonNull(kind, "kind");
    }

    /** Creates a pair without kind and resemblance. */
    public LabeledPair(String first, String second, boolean duplicate) {
        this(first, second, duplicate, "", Double.NaN);
    }
}
