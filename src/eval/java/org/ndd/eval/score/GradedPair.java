package org.ndd.eval.score;

import java.util.Objects;

/**
 * A pair of documents that people have read and judged.
 *
 * @param first id of one
 * @param second id of the other
 * @param grade 3 the same except for trivial differences, 2 near-duplicate, 1 unclear, 0 not
 * @param stratum what the pair was drawn from; empty where all pairs were read
 */
public record GradedPair(String first, String second, int grade, String stratum) {

    /** The grade of pairs of which readers cannot say. */
    public static final int UNCLEAR = 1;

    public GradedPair {
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(second, "second");
        Objects.requireNonNull(stratum, "stratum");
        if (grade < 0 || grade > 3) {
            throw new IllegalArgumentException("[grade] must be between [0] and [3], but was [" + grade + "]");
        }
    }

    /** Whether readers call the two near-duplicates. */
    public boolean isDuplicate() {
        return grade > UNCLEAR;
    }

    /** Whether readers cannot say. */
    public boolean isUnclear() {
        return grade == UNCLEAR;
    }
}
