package org.ndd.analysis;

import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.text.ApiName;
import org.ndd.core.text.ParameterCheck;

/**
 * Parameters of the analysis of pages.
 *
 * @param format format of the input
 * @param maxBytes maximum number of UTF-8 bytes of canonical text; 1 byte to 16 MB
 */
public record PageParameters(FingerprintParameters fingerprints, Format format, int maxBytes) {

    public static final int DEFAULT_MAX_BYTES = 1 << 20;

    private static final int LARGEST_MAX_BYTES = 16 << 20;

    public static final PageParameters DEFAULT =
            new PageParameters(FingerprintParameters.BALANCED, Format.AUTO, DEFAULT_MAX_BYTES);

    public enum Format implements ApiName {
        HTML,
        TEXT,
        /** HTML if the input looks like it, see {@link MarkupDetector}. */
        AUTO;

        public static Format of(String value) {
            return ParameterCheck.choice("format", value, values());
        }
    }

    public PageParameters {
        ParameterCheck.range("max_bytes", maxBytes, 1, LARGEST_MAX_BYTES);
    }
}
