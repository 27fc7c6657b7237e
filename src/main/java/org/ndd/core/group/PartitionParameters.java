package org.ndd.core.group;

import java.util.Objects;
import java.util.Set;
import org.ndd.core.compare.SimilarityParameters;

/**
 * With the documents and the boilerplate of their sites, all that a partition depends on.
 *
 * @param candidates how candidates are found
 * @param similarity when two are near-duplicates
 * @param canonicals rules for the pages of a group to keep
 * @param salt gives another order of the same documents, to measure how much a result owes to chance; empty for the order that is used
 * @param references names of the indices whose documents are a reference: each of them leads, and is canonical in its group; none in mode
 *     sets
 */
public record PartitionParameters(
        CandidateParameters candidates,
        SimilarityParameters similarity,
        CanonicalRules canonicals,
        String salt,
        Set<String> references) {

    /** Without a reference. */
    public PartitionParameters(
            CandidateParameters candidates, SimilarityParameters similarity, CanonicalRules canonicals, String salt) {
        this(candidates, similarity, canonicals, salt, Set.of());
    }

    /** The defaults. */
    public static final PartitionParameters BALANCED = new PartitionParameters(
            CandidateParameters.NEIGHBORS, SimilarityParameters.BALANCED, CanonicalRules.DEFAULT, "");

    /** The report's method. */
    public static final PartitionParameters PKU2007 =
            new PartitionParameters(CandidateParameters.SETS, SimilarityParameters.PKU2007, CanonicalRules.DEFAULT, "");

    public PartitionParameters {
        Objects.requireNonNull(candidates, "candidates");
        Objects.requireNonNull(similarity, "similarity");
        Objects.requireNonNull(salt, "salt");
        Objects.requireNonNull(canonicals, "canonicals");
        references = Set.copyOf(references);
    }

    /** The same with another rule of similarity. */
    public PartitionParameters withSimilarity(SimilarityParameters other) {
        return new PartitionParameters(candidates, other, canonicals, salt, references);
    }

    /** The same with another order of documents. */
    public PartitionParameters withSalt(String otherSalt) {
        return new PartitionParameters(candidates, similarity, canonicals, otherSalt, references);
    }

    /** The same against the documents of some indices. */
    public PartitionParameters against(Set<String> indices) {
        return new PartitionParameters(candidates, similarity, canonicals, salt, indices);
    }
}
