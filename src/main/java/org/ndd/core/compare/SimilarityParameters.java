package org.ndd.core.compare;

import org.ndd.core.align.TrustedRegions;
import org.ndd.core.text.ApiName;
import org.ndd.core.text.ParameterCheck;

/**
 * The criteria for near-duplicates. Immutable; the presets are {@link #BALANCED}, {@link #STRICT} and {@link #PKU2007}.
 *
 * @param preset the preset that the other values started from; determines the rule
 * @param minConfidence minimum probability that readers call two documents near-duplicates, 0 to 1; not used by {@code pku2007}
 * @param resemblance minimum r = |L| / (|A|+|B|−|L|), 0 to 1; in addition to {@code minConfidence}
 * @param containment minimum max(c(A,B), c(B,A)), 0 to 1, of a document that is part of another; with {@code pku2007} also of
 *     near-duplicates
 * @param window S of the filtered sketch, in width units (ASCII 1, other 2), 1 to 256
 * @param regions how trustable regions are found
 * @param numbers whether differing numbers are evidence against near-duplicates
 */
public record SimilarityParameters(
        Preset preset,
        double minConfidence,
        double resemblance,
        double containment,
        int window,
        TrustedRegions.Limits regions,
        boolean numbers) {
    /** Named values of all parameters. */
    public enum Preset implements ApiName {
        /**
         * The default: all signals are weighted, on texts without boilerplate. Near-duplicates are pairs that most readers call
         * near-duplicates.
         */
        BALANCED,
        /**
         * {@link #BALANCED} with a higher minimum confidence, for deletions. On kinds of documents for which no weight was fitted, readers
         * agreed with .94 of the pairs. Above a minimum confidence of .8, fewer pairs were found and the share of correct ones did not
         * increase.
         */
        STRICT,
        /** The values of the technical report: TLCS of the whole texts, r ≥ 0.28 or c ≥ 0.7. */
        PKU2007
    }

    public static final SimilarityParameters BALANCED =
            new SimilarityParameters(Preset.BALANCED, 0.5, 0.0, 0.85, 16, new TrustedRegions.Limits(0.10, 4), true);
    public static final SimilarityParameters STRICT =
            new SimilarityParameters(Preset.STRICT, 0.85, 0.0, 0.95, 16, new TrustedRegions.Limits(0.10, 4), true);
    public static final SimilarityParameters PKU2007 =
            new SimilarityParameters(Preset.PKU2007, 0.0, 0.28, 0.7, 16, new TrustedRegions.Limits(0.10, 1), false);

    public SimilarityParameters {
        if (preset == null) {
            throw new IllegalArgumentException("[preset] must be one of [balanced, strict, pku2007], but was [null]");
        }
        ParameterCheck.share("min_confidence", minConfidence);
        ParameterCheck.share("resemblance", resemblance);
        ParameterCheck.share("containment", containment);
        ParameterCheck.range("window", window, 1, 256);
    }

    /** Returns the values of a preset. */
    public static SimilarityParameters of(Preset preset) {
        return switch (preset) {
            case BALANCED -> BALANCED;
            case STRICT -> STRICT;
            case PKU2007 -> PKU2007;
        };
    }

    /** Returns the same parameters with no threshold below that of {@link #STRICT}. */
    public SimilarityParameters atLeastStrict() {
        return withMinConfidence(Math.max(minConfidence, STRICT.minConfidence));
    }

    /** Returns the same parameters with another minimum confidence. */
    public SimilarityParameters withMinConfidence(double probability) {
        return new SimilarityParameters(preset, probability, resemblance, containment, window, regions, numbers);
    }

    /** Returns the same parameters with another minimum resemblance. */
    public SimilarityParameters withResemblance(double share) {
        return new SimilarityParameters(preset, minConfidence, share, containment, window, regions, numbers);
    }

    /** Returns the same parameters with another window of the filtered sketch. */
    public SimilarityParameters withWindow(int width) {
        return new SimilarityParameters(preset, minConfidence, resemblance, containment, width, regions, numbers);
    }

    /** Returns the same parameters with or without the signal of numbers. */
    public SimilarityParameters withNumbers(boolean used) {
        return new SimilarityParameters(preset, minConfidence, resemblance, containment, window, regions, used);
    }
}
