package org.ndd.eval;

import java.util.List;
import java.util.Objects;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.partition.PartitionParameters;

/**
 * Named settings of ndd: the presets, and the default with one changed rule (ablation), which shows the effect of that rule. To evaluate a
 * change, add a line to {@link #ABLATIONS}.
 *
 * @param name name in options and reports
 * @param fingerprints parameters of fingerprints
 * @param partition parameters of the partition
 * @param boilerplate whether boilerplate is learned and masked
 */
record Variant(String name, FingerprintParameters fingerprints, PartitionParameters partition, boolean boilerplate) {

    static final Variant BALANCED = of("ndd", SimilarityParameters.BALANCED);

    /** The default with the processor's option {@code noise}. */
    private static final Variant NOISE =
            new Variant("ndd-noise", FingerprintParameters.NOISE, PartitionParameters.BALANCED, true);

    /** The presets. */
    static final List<Variant> PRESETS = List.of(
            BALANCED,
            of("ndd-strict", SimilarityParameters.STRICT),
            new Variant("ndd-pku2007", FingerprintParameters.PKU2007, PartitionParameters.PKU2007, false));

    /** The default with one changed rule. */
    static final List<Variant> ABLATIONS = List.of(
            new Variant("ndd-no-boilerplate", FingerprintParameters.BALANCED, PartitionParameters.BALANCED, false),
            of("ndd-no-numbers", SimilarityParameters.BALANCED.withNumbers(false)),
            fingerprints("ndd-pku2007-fingerprints", FingerprintParameters.PKU2007),
            fingerprints("ndd-single-sentences", passages(10, 0, 32)),
            fingerprints("ndd-sentences-above-16", passages(16, 40, 32)),
            fingerprints("ndd-28-buckets", passages(10, 40, 28)),
            NOISE);

    Variant {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(fingerprints, "fingerprints");
        Objects.requireNonNull(partition, "partition");
    }

    /** Returns whether the texts are scanned or typed. */
    boolean noise() {
        return fingerprints.noise();
    }

    /** Returns the default with other similarity parameters. */
    static Variant of(String name, SimilarityParameters similarity) {
        return new Variant(
                name, FingerprintParameters.BALANCED, PartitionParameters.BALANCED.withSimilarity(similarity), true);
    }

    private static Variant fingerprints(String name, FingerprintParameters fingerprints) {
        return new Variant(name, fingerprints, PartitionParameters.BALANCED, true);
    }

    private static FingerprintParameters passages(int minSentence, int minWidth, int buckets) {
        return new FingerprintParameters(FingerprintParameters.Scheme.PASSAGES, minSentence, minWidth, buckets, 1, 2);
    }
}
