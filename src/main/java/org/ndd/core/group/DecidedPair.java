package org.ndd.core.group;

import java.util.Comparator;
import java.util.Objects;

/**
 * The decision of a person about two documents, independent of their texts.
 *
 * @param duplicates whether they are duplicates; otherwise they must not be in one group
 * @param by origin of the decision
 */
public record DecidedPair(String indexA, String idA, String indexB, String idB, boolean duplicates, DecidedBy by) {

    /** Orders the newest decision first; decisions of one time in the order of their documents. */
    public static final Comparator<DecidedPair> NEWEST_FIRST = Comparator.comparing(
                    (DecidedPair pair) -> -pair.by().timestamp())
            .thenComparing(DecidedPair::indexA)
            .thenComparing(DecidedPair::idA)
            .thenComparing(DecidedPair::indexB)
            .thenComparing(DecidedPair::idB);

    public DecidedPair {
        Objects.requireNonNull(indexA, "indexA");
        Objects.requireNonNull(idA, "idA");
        Objects.requireNonNull(indexB, "indexB");
        Objects.requireNonNull(idB, "idB");
        Objects.requireNonNull(by, "by");
    }
}
