package org.ndd.core.partition;

import java.util.Objects;
import java.util.Set;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CanonicalRules;

/**
 * All parameters of a partition. Its result depends on these, the documents and the boilerplate of their sites.
 *
 * @param candidates how candidates are selected
 * @param similarity when two documents are near-duplicates
 * @param canonicals rules for the documents of a group to keep
 * @param references names of the indices whose documents are a reference: each of them leads, and is canonical in its group; none in mode
 *     sets
 */
public record PartitionParameters(
        CandidateParameters candidates,
        SimilarityParameters similarity,
        CanonicalRules canonicals,
        Set<String> references) {

    public PartitionParameters(
            CandidateParameters candidates, SimilarityParameters similarity, CanonicalRules canonicals) {
        this(candidates, similarity, canonicals, Set.of());
    }

    /** The defaults. */
    public static final PartitionParameters BALANCED = new PartitionParameters(
            CandidateParameters.NEIGHBORS, SimilarityParameters.BALANCED, CanonicalRules.DEFAULT);

    /** The values of the PKU report. */
    public static final PartitionParameters PKU2007 =
            new PartitionParameters(CandidateParameters.SETS, SimilarityParameters.PKU2007, CanonicalRules.DEFAULT);

    public PartitionParameters {
        Objects.requireNonNull(candidates, "candidates");
        Objects.requireNonNull(similarity, "similarity");
        Objects.requireNonNull(canonicals, "canonicals");
        references = Set.copyOf(references);
    }

    public PartitionParameters withSimilarity(SimilarityParameters other) {
        return new PartitionParameters(candidates, other, canonicals, references);
    }

    /** Returns the same parameters with a reference: the documents of some indices. */
    public PartitionParameters against(Set<String> indices) {
        return new PartitionParameters(candidates, similarity, canonicals, indices);
    }
}
