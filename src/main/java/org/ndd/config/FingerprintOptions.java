package org.ndd.config;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.elasticsearch.ElasticsearchParseException;
import org.elasticsearch.common.unit.ByteSizeUnit;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.xcontent.AbstractObjectParser;
import org.elasticsearch.xcontent.ObjectParser.ValueType;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.analysis.PageParameters;
import org.ndd.analysis.PageParameters.Format;
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

    public static final List<ParseField> NUMBERS = List.of(MIN_SENTENCE, MIN_WIDTH, BUCKETS, ROUNDS, PER_BUCKET);

    /**
     * Divisors of 256 − 1: modulo such a number of buckets, every power of 256 is 1. A rotation by whole bytes multiplies a digest by such
     * a power, so every round would choose from the same buckets.
     */
    private static final Set<Integer> DIVISORS_OF_A_ROTATION = Set.of(3, 5, 15, 17, 51);

    private FingerprintOptions() {}

    /** Declares the parameters as keys of another object, which has the builder that collects them. */
    public static <T, C> void declareFields(AbstractObjectParser<T, C> parser, Function<T, Builder> builder) {
        parser.declareString((t, value) -> builder.apply(t).preset(value), PRESET);
        parser.declareBoolean((t, value) -> builder.apply(t).noise(value), NOISE);
        NUMBERS.forEach(name ->
                BodyFields.declareInt(parser, (t, value) -> builder.apply(t).number(name, value), name));
    }

    /** @throws IllegalArgumentException if this version of ndd does not support the format of {@link FingerprintParameters#version()} */
    public static FingerprintParameters fromVersion(String version) {
        String[] parts = version.split(":", -1);
        try {
            int[] numbers =
                    Arrays.stream(parts).skip(1).mapToInt(Integer::parseInt).toArray();
            // the comparison with the version of these parameters also checks the number of the format
            FingerprintParameters parameters = switch (parts[0].replaceAll("\\d", "") + "/" + parts.length) {
                case "p/4" -> new FingerprintParameters(Scheme.PASSAGES, numbers[0], numbers[1], numbers[2], 1, 2);
                case "n/4" -> new FingerprintParameters(Scheme.NOISE, numbers[0], numbers[1], numbers[2], 1, 2);
                case "r/6" ->
                    new FingerprintParameters(
                            Scheme.ROTATIONS, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
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

    private static String unknown(String version) {
        return "[version] must be a fingerprint version that this version of ndd supports, such as ["
                + FingerprintParameters.BALANCED.version() + "], but was [" + version
                + "]: process the documents again with [_ndd/backfill]";
    }

    /** Collects the parameters that a user typed. The preset supplies all others. */
    public static final class Builder {

        private String preset = "balanced";
        private boolean noise;
        private final Map<ParseField, Integer> numbers = new HashMap<>();

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

        /** Sets one of {@link #NUMBERS}; {@code null} for the value of the preset. */
        public Builder number(ParseField name, Integer value) {
            numbers.put(name, value);
            return this;
        }

        /** @throws IllegalArgumentException if a value is out of its range or has no meaning with the preset */
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
                refuse(ROUNDS);
                refuse(PER_BUCKET);
            } else if (numbers.get(BUCKETS) != null && DIVISORS_OF_A_ROTATION.contains(numbers.get(BUCKETS))) {
                throw new IllegalArgumentException(
                        "[buckets] must be none of [3, 5, 15, 17, 51] with preset [pku2007], but was ["
                                + numbers.get(BUCKETS) + "]");
            }
            return new FingerprintParameters(
                    base.scheme(),
                    or(MIN_SENTENCE, base.minSentence()),
                    or(MIN_WIDTH, base.minWidth()),
                    or(BUCKETS, base.buckets()),
                    or(ROUNDS, base.rounds()),
                    or(PER_BUCKET, base.perBucket()));
        }

        private void refuse(ParseField field) {
            if (numbers.get(field) != null) {
                throw new IllegalArgumentException("[" + field.getPreferredName()
                        + "] must be omitted unless preset is [pku2007], but was [" + numbers.get(field) + "]");
            }
        }

        private int or(ParseField name, int preset) {
            return numbers.get(name) == null ? preset : numbers.get(name);
        }
    }

    /** Parses the options for reading a page: the options of fingerprints, the format of the input, and the maximum size of the text. */
    public static final class PageOptions {

        public static final ParseField FORMAT = new ParseField("format");
        public static final ParseField MAX_BYTES = new ParseField("max_bytes");

        private static final int MIN_MAX_BYTES = (int) ByteSizeUnit.KB.toBytes(1);
        private static final int MAX_MAX_BYTES = (int) ByteSizeUnit.MB.toBytes(16);

        private PageOptions() {}

        /**
         * Declares the options of fingerprints and {@code max_bytes} as keys of another object. {@code format} is not declared, because an
         * object with one key per format does not need it.
         *
         * @param builder returns the builder that collects the options
         */
        public static <T, C> void declareFields(AbstractObjectParser<T, C> parser, Function<T, Builder> builder) {
            FingerprintOptions.declareFields(parser, t -> builder.apply(t).fingerprints());
            parser.declareField(
                    (t, value) -> builder.apply(t).maxBytes(value),
                    (p, c) -> p.currentToken() == XContentParser.Token.VALUE_NUMBER ? p.text() + "b" : p.text(),
                    MAX_BYTES,
                    ValueType.VALUE);
        }

        /** Collects the options that a user typed. */
        public static final class Builder {

            private final FingerprintOptions.Builder fingerprints = new FingerprintOptions.Builder();
            private Format format = Format.AUTO;
            private int maxBytes = PageParameters.DEFAULT_MAX_BYTES;

            public FingerprintOptions.Builder fingerprints() {
                return fingerprints;
            }

            /** @param value {@code html}, {@code text} or {@code auto} */
            public Builder format(String value) {
                format = Format.of(value);
                return this;
            }

            public Builder format(Format value) {
                format = value;
                return this;
            }

            /**
             * Sets the maximum number of bytes of the canonical text.
             *
             * @param value a size such as {@code 1mb}; 1kb to 16mb
             */
            public Builder maxBytes(String value) {
                long bytes;
                try {
                    bytes = ByteSizeValue.parseBytesSizeValue(value, MAX_BYTES.getPreferredName())
                            .getBytes();
                } catch (ElasticsearchParseException | IllegalArgumentException e) {
                    throw new IllegalArgumentException(
                            "[max_bytes] must be a size such as [1mb], but was [" + value + "]", e);
                }
                if (bytes < MIN_MAX_BYTES || bytes > MAX_MAX_BYTES) {
                    throw new IllegalArgumentException(
                            "[max_bytes] must be between [1kb] and [16mb], but was [" + value + "]");
                }
                maxBytes = (int) bytes;
                return this;
            }

            /** @throws IllegalArgumentException if a value is out of its range */
            public PageParameters build() {
                return new PageParameters(fingerprints.build(), format, maxBytes);
            }
        }
    }
}
