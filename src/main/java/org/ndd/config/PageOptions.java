package org.ndd.config;

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

/** Parses the options for reading a page: the options of fingerprints, the format of the input, and the maximum size of the text. */
public final class PageOptions {

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

        /**
         * Sets the format of the input.
         *
         * @param value {@code html}, {@code text} or {@code auto}
         */
        public Builder format(String value) {
            format = Format.of(value);
            return this;
        }

        /** Sets the format of the input. */
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

        /**
         * Returns the parameters.
         *
         * @throws IllegalArgumentException if a value is out of its range
         */
        public PageParameters build() {
            return new PageParameters(fingerprints.build(), format, maxBytes);
        }
    }
}
