package org.ndd.core.group;

import java.util.Objects;
import org.ndd.core.compare.SimilarityParameters;

/**
 * With the documents and the boilerplate of their sites, all that a partition depends on.
 *
 * @param candidates how candidates are found
 * @param similarity when two are near-duplicates
 * @param canonicals rules for the pages of a group to keep
 * @param salt gives another order of the same documents, to measure how much a result owes to chance; empty for the order that is used
 */
public record PartitionParameters(
        CandidateParameters candidates, SimilarityParameters similarity, CanonicalRules canonicals, String salt) {

    /** The default parameters. */
    public static final PartitionParameters BALANCED = new PartitionParameters(
            CandidateParameters.NEIGHBOURS, SimilarityParameters.BALANCED, CanonicalRules.DEFAULT, "");

    /** The report's method. */
    public static final PartitionParameters PKU2007 =
            new PartitionParameters(CandidateParameters.SETS, SimilarityParameters.PKU2007, CanonicalRules.DEFAULT, "");

    public PartitionParameters {
        Objects.requireNonNull(candidates, "candidates");
        Objects.requireNonNull(similarity, "similarity");
        Objects.requireNonNull(salt, "salt");
        Objects.requireNonNull(canonicals, "canonicals");
    }

    /** The same with another rule of similarity. */
    public PartitionParameters withSimilarity(SimilarityParameters other) {
        return new PartitionParameters(candidates, other, canonicals, salt);
    }

    /** The same with another order of documents. */
    public PartitionParameters withSalt(String otherSalt) {
        return new PartitionParameters(candidates, similarity, canonicals, otherSalt);
    }
}
