package org.ndd.eval.score;

import java.util.Objects;

/**
 * A pair of documents with a judgment of people.
 *
 * @param first id of one document
 * @param second id of the other document
 * @param grade 3 the same except for minor differences, 2 near-duplicate, 1 unclear, 0 not a near-duplicate
 * @param stratum stratum of the sample, or empty if all pairs were judged
 */
public record GradedPair(String first, String second, int grade, String stratum) {

    /** The grade of unclear pairs. */
    public static final int UNCLEAR = 1;

    public GradedPair {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(second, "second");
        Objects.requireNonNull(stratum, "stratum");
        if (grade < 0 || grade > 3) {
            throw new IllegalArgumentException("[grade] must be between [0] and [3], but was [" + grade + "]");
        }
    }

    /** Returns whether readers judged the documents as near-duplicates. */
    public boolean isDuplicate() {
        return grade > UNCLEAR;
    }

    /** Returns whether the pair is unclear. */
    public boolean isUnclear() {
        return grade == UNCLEAR;
    }
}
