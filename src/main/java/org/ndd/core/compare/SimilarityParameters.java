package org.ndd.core.compare;

import java.util.Locale;

/**
 * When two texts are called near-duplicates. Immutable; the presets are {@link #BALANCED}, {@link #STRICT} and
 * {@link #REPORT}.
 *
 * @param preset the preset that the other values started from; decides which rule is used
 * @param resemblance least r = |L| / (|A|+|B|−|L|), 0 to 1
 * @param containment least max(c(A,B), c(B,A)), 0 to 1
 * @param containmentFloor least r for a pair that is similar by containment, 0 to 1; a pair below it is {@code
 *     part_of}. Not used by {@code report}
 * @param sketchResemblance least order-free resemblance s of the filtered sketches that decides without an LCS, 0 to 1;
 *     not used by {@code report}
 * @param slope θ of the trustable region, 0 to 1
 * @param window S of the filtered sketch, in width units (ASCII 1, other 2), 1 to 256
 * @param regions trustable regions taken at most, 1 to 16
 * @param figures whether pairs whose figures disagree are kept apart
 */
public record SimilarityParameters(
        Preset preset,
        double resemblance,
        double containment,
        double containmentFloor,
        double sketchResemblance,
        double slope,
        int window,
        int regions,
        boolean figures) {
    /** The rule's family. */
    public enum Preset {
        /** Ours, the default: LCS on texts with their sites' templates masked, order-free resemblance, figures. */
        BALANCED,
        /** {@link #BALANCED} with thresholds for those who delete what is found. */
        STRICT,
        /** The technical report's: TLCS of the whole texts, r ≥ 0.28 or c ≥ 0.7. */
        REPORT;

        public String value() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static final SimilarityParameters BALANCED =
            new SimilarityParameters(Preset.BALANCED, 0.5, 0.85, 0.5, 0.65, 0.10, 16, 4, true);
    public static final SimilarityParameters STRICT =
            new SimilarityParameters(Preset.STRICT, 0.8, 0.95, 0.8, 0.9, 0.10, 16, 4, true);
    public static final SimilarityParameters REPORT =
            new SimilarityParameters(Preset.REPORT, 0.28, 0.7, 0.0, 1.0, 0.10, 16, 1, false);

    public SimilarityParameters {
        if (preset == null) {
            throw new IllegalArgumentException("[preset] must be one of [balanced, strict, report], but was [null]");
        }
        checkShare("resemblance", resemblance);
        checkShare("containment", containment);
        checkShare("containment_floor", containmentFloor);
        checkShare("sketch_resemblance", sketchResemblance);
        checkShare("slope", slope);
        checkCount("window", window, 256);
        checkCount("regions", regions, 16);
    }

    /** The values of a preset. */
    public static SimilarityParameters of(Preset preset) {
        return switch (preset) {
            case BALANCED -> BALANCED;
            case STRICT -> STRICT;
            case REPORT -> REPORT;
        };
    }

    /** The same with no threshold below that of {@link #STRICT}. */
    public SimilarityParameters atLeastStrict() {
        return new SimilarityParameters(
                preset,
                Math.max(resemblance, STRICT.resemblance),
                Math.max(containment, STRICT.containment),
                Math.max(containmentFloor, STRICT.containmentFloor),
                Math.max(sketchResemblance, STRICT.sketchResemblance),
                slope,
                window,
                regions,
                figures);
    }

    /** The same with another least resemblance, in whichever way it is reached. */
    public SimilarityParameters withResemblance(double share) {
        return new SimilarityParameters(
                preset, share, containment, share, sketchResemblance, slope, window, regions, figures);
    }

    /** The same with another containment. */
    public SimilarityParameters withContainment(double share) {
        return new SimilarityParameters(
                preset, resemblance, share, containmentFloor, sketchResemblance, slope, window, regions, figures);
    }

    /** The same with another order-free resemblance that decides without an LCS. */
    public SimilarityParameters withSketchResemblance(double share) {
        return new SimilarityParameters(
                preset, resemblance, containment, containmentFloor, share, slope, window, regions, figures);
    }

    /** The same with another slope of the trustable region. */
    public SimilarityParameters withSlope(double threshold) {
        return new SimilarityParameters(
                preset,
                resemblance,
                containment,
                containmentFloor,
                sketchResemblance,
                threshold,
                window,
                regions,
                figures);
    }

    /** The same with another window of the filtered sketch. */
    public SimilarityParameters withWindow(int width) {
        return new SimilarityParameters(
                preset, resemblance, containment, containmentFloor, sketchResemblance, slope, width, regions, figures);
    }

    /** The same with or without the rule of figures. */
    public SimilarityParameters withFigures(boolean rule) {
        return new SimilarityParameters(
                preset, resemblance, containment, containmentFloor, sketchResemblance, slope, window, regions, rule);
    }

    private static void checkShare(String name, double value) {
        if ((value >= 0 && value <= 1) == false) {
            throw new IllegalArgumentException("[" + name + "] must be between [0] and [1], but was [" + value + "]");
        }
    }

    private static void checkCount(String name, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(
                    "[" + name + "] must be between [1] and [" + max + "], but was [" + value + "]");
        }
    }
}
