package org.ndd.config;

import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.elasticsearch.xcontent.AbstractObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.FingerprintParameters.Scheme;

/**
 * Parses the parameters of fingerprints that users type: a {@code preset} and single values that override it, in any order. Also parses the
 * version that is stored with every document.
 */
public final class FingerprintOptions {

    public static final ParseField PRESET = new ParseField("preset");
    public static final ParseField NOISE = new ParseField("noise");
    public static final ParseField MIN_SENTENCE = new ParseField("min_sentence");
    public static final ParseField MIN_WIDTH = new ParseField("min_width");
    public static final ParseField BUCKETS = new ParseField("buckets");
    public static final ParseField ROUNDS = new ParseField("rounds");
    public static final ParseField PER_BUCKET = new ParseField("per_bucket");

    /**
     * Divisors of 256 − 1: modulo such a number of buckets, every power of 256 is 1. A rotation by whole bytes multiplies a digest by such
     * a power, so every round would choose from the same buckets.
     */
    private static final Set<Integer> DIVISORS_OF_A_ROTATION = Set.of(3, 5, 15, 17, 51);

    private FingerprintOptions() {}

    /**
     * Declares the parameters as keys of another object.
     *
     * @param parser parser of that object
     * @param builder returns the builder that collects the parameters
     */
    public static <T, C> void declareFields(AbstractObjectParser<T, C> parser, Function<T, Builder> builder) {
        parser.declareString((t, value) -> builder.apply(t).preset(value), PRESET);
        parser.declareBoolean((t, value) -> builder.apply(t).noise(value), NOISE);
        parser.declareInt((t, value) -> builder.apply(t).minSentence(value), MIN_SENTENCE);
        parser.declareInt((t, value) -> builder.apply(t).minWidth(value), MIN_WIDTH);
        parser.declareInt((t, value) -> builder.apply(t).buckets(value), BUCKETS);
        parser.declareInt((t, value) -> builder.apply(t).rounds(value), ROUNDS);
        parser.declareInt((t, value) -> builder.apply(t).perBucket(value), PER_BUCKET);
    }

    /**
     * Parses a {@link FingerprintParameters#version()}.
     *
     * @throws IllegalArgumentException if this version of ndd does not support the format
     */
    public static FingerprintParameters fromVersion(String version) {
        String[] parts = version.split(":", -1);
        try {
            FingerprintParameters parameters = switch (parts[0] + "/" + parts.length) {
                case "p7/4" ->
                    new FingerprintParameters(
                            Scheme.PASSAGES, number(parts, 1), number(parts, 2), number(parts, 3), 1, 2);
                case "n7/4" ->
                    new FingerprintParameters(Scheme.NOISE, number(parts, 1), number(parts, 2), number(parts, 3), 1, 2);
                case "r5/6" ->
                    new FingerprintParameters(
                            Scheme.ROTATIONS,
                            number(parts, 1),
                            number(parts, 2),
                            number(parts, 3),
                            number(parts, 4),
                            number(parts, 5));
                default -> null;
            };
            if (parameters != null && parameters.version().equals(version)) {
                return parameters;
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(unknown(version), e);
        }
        throw new IllegalArgumentException(unknown(version));
    }

    /** Returns whether {@link #fromVersion} supports a version. */
    public static boolean isKnown(String version) {
        try {
            fromVersion(version);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static int number(String[] parts, int index) {
        return Integer.parseInt(parts[index]);
    }

    private static String unknown(String version) {
        return "[version] must be a fingerprint version that this ndd knows, such as ["
                + FingerprintParameters.BALANCED.version() + "], but was [" + version
                + "]: [_ndd/backfill] brings documents up to date";
    }

    /** Collects the parameters that a user typed. The preset supplies all others. */
    public static final class Builder {

        private String preset = "balanced";
        private boolean noise;
        private Integer minSentence;
        private Integer minWidth;
        private Integer buckets;
        private Integer rounds;
        private Integer perBucket;

        /** Sets the preset, {@code balanced} or {@code pku2007}. */
        public Builder preset(String value) {
            preset = value;
            return this;
        }

        /** Sets whether texts are scanned or typed with errors. Preset {@code balanced} only. */
        public Builder noise(boolean value) {
            noise = value;
            return this;
        }

        /** Sets X, see {@link FingerprintParameters}. */
        public Builder minSentence(Integer value) {
            minSentence = value;
            return this;
        }

        /** Sets Z, see {@link FingerprintParameters}. */
        public Builder minWidth(Integer value) {
            minWidth = value;
            return this;
        }

        /** Sets B or m, see {@link FingerprintParameters}. */
        public Builder buckets(Integer value) {
            buckets = value;
            return this;
        }

        /** Sets the number of rounds of preset {@code pku2007}. */
        public Builder rounds(Integer value) {
            rounds = value;
            return this;
        }

        /** Sets Y of preset {@code pku2007}. */
        public Builder perBucket(Integer value) {
            perBucket = value;
            return this;
        }

        /**
         * Returns the parameters.
         *
         * @throws IllegalArgumentException if a value is out of its range or has no meaning with the preset
         */
        public FingerprintParameters build() {
            FingerprintParameters base = switch (preset) {
                case "balanced" -> noise ? FingerprintParameters.NOISE : FingerprintParameters.BALANCED;
                case "pku2007" -> FingerprintParameters.PKU2007;
                default ->
                    throw new IllegalArgumentException(String.format(
                            Locale.ROOT, "[preset] must be one of [balanced, pku2007], but was [%s]", preset));
            };
            if (noise && base.scheme() == Scheme.ROTATIONS) {
                throw new IllegalArgumentException("[noise] must be [false] with preset [pku2007], but was [true]");
            }
            if (base.scheme() != Scheme.ROTATIONS) {
                refuse(ROUNDS, rounds);
                refuse(PER_BUCKET, perBucket);
            } else if (buckets != null && DIVISORS_OF_A_ROTATION.contains(buckets)) {
                throw new IllegalArgumentException(
                        "[buckets] must be none of [3, 5, 15, 17, 51] with preset [pku2007], but was [" + buckets
                                + "]");
            }
            return new FingerprintParameters(
                    base.scheme(),
                    or(minSentence, base.minSentence()),
                    or(minWidth, base.minWidth()),
                    or(buckets, base.buckets()),
                    or(rounds, base.rounds()),
                    or(perBucket, base.perBucket()));
        }

        private static void refuse(ParseField field, Integer value) {
            if (value != null) {
                throw new IllegalArgumentException("[" + field.getPreferredName()
                        + "] must be omitted unless preset is [pku2007], but was [" + value + "]");
            }
        }

        private static int or(Integer typed, int preset) {
            return typed == null ? preset : typed;
        }
    }
}
