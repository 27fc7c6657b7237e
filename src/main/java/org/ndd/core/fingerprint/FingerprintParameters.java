package org.ndd.core.fingerprint;

import org.ndd.core.text.ParameterCheck;

/**
 * Parameters of fingerprints. Two documents can be compared by fingerprints only if their {@link #version()} is the same, so that string is
 * stored with every document.
 *
 * @param scheme selection of fingerprints
 * @param minSentence X: a sentence whose key is not wider than this is ignored in passages and rotations; 0 to 99, since none is wider than
 *     100
 * @param minWidth Z: minimum total width of the sentences of one fingerprint, exclusive; 0 to 200
 * @param buckets maximum number of fingerprints of {@link Scheme#PASSAGES} and {@link Scheme#NOISE}, 1 to {@value #MAX_FINGERPRINTS}; or m
 *     of {@link Scheme#ROTATIONS}: fingerprints per round, 1 to 64
 * @param rounds rotations of the digest, {@link Scheme#ROTATIONS} only (1 otherwise); 1 to 16
 * @param perBucket Y: number of sentences of one fingerprint, {@link Scheme#ROTATIONS} only (2 otherwise); 1 to 16
 */
public record FingerprintParameters(
        Scheme scheme, int minSentence, int minWidth, int buckets, int rounds, int perBucket) {

    /** The default: passages of consecutive sentences, for short texts character n-grams in addition, at most 32 fingerprints. */
    public static final FingerprintParameters BALANCED = new FingerprintParameters(Scheme.PASSAGES, 10, 40, 32, 1, 2);

    /** The values of the technical report: m=7, 16 rounds, Y=4, Z=100, at most 112 fingerprints. */
    public static final FingerprintParameters PKU2007 = new FingerprintParameters(Scheme.ROTATIONS, 10, 100, 7, 16, 4);

    /** {@link #BALANCED} for texts with errors in their characters. */
    public static final FingerprintParameters NOISE = new FingerprintParameters(Scheme.NOISE, 10, 40, 32, 1, 2);

    /**
     * Maximum number of fingerprints of a document. With that many, each passage of a text of about 200,000 characters has one, so that any
     * of its sentences leads to it.
     */
    public static final int MAX_FINGERPRINTS = 4096;

    /**
     * Number of the format of canonical text and fingerprints. Documents of different formats are not compared, and groups of another
     * format are not the basis of deletions.
     */
    public static final int FORMAT = 12;

    private static final int MAX_PER_ROUND = 64;

    /**
     * Maximum of {@code min_width}. Each passage is hashed completely: 500,000 characters of sentences of one letter take 1.2 s with 200,
     * and 5.9 s with 1,000.
     */
    private static final int MAX_MIN_WIDTH = 200;

    /** The selection of fingerprints from the sentences of a document. */
    public enum Scheme {
        /**
         * The smallest digests of passages, which are the shortest runs of consecutive sentences that are wide enough; half of them of
         * prose. A text with few passages gets the smallest hashes of its character n-grams in addition.
         */
        PASSAGES('p'),
        /**
         * As {@link #PASSAGES}, but passages get only half of the places, and the smallest hashes of character n-grams get the others, for
         * texts of any length. For scanned or mistyped texts, which share few complete sentences.
         */
        NOISE('n'),
        /** The Y smallest rotated sentence digests in each bucket of each round (PKU report, section 4.2). */
        ROTATIONS('r');

        private final char format;

        Scheme(char format) {
            this.format = format;
        }

        /** Returns the first character of every fingerprint term of this scheme. */
        public char format() {
            return format;
        }
    }

    public FingerprintParameters {
        if (scheme == null) {
            throw new IllegalArgumentException("[scheme] must be given");
        }
        ParameterCheck.range("min_sentence", minSentence, 0, 99);
        ParameterCheck.range("min_width", minWidth, 0, MAX_MIN_WIDTH);
        ParameterCheck.range("buckets", buckets, 1, scheme == Scheme.ROTATIONS ? MAX_PER_ROUND : MAX_FINGERPRINTS);
        ParameterCheck.range("rounds", rounds, 1, 16);
        ParameterCheck.range("per_bucket", perBucket, 1, 16);
    }

    /** Returns whether documents are scanned or mistyped, so that their comparison allows for errors in characters. */
    public boolean noise() {
        return scheme == Scheme.NOISE;
    }

    /** Returns whether a {@link #version} is that of scanned or mistyped documents. The version may be unknown to this version of ndd. */
    public static boolean isOfNoise(String version) {
        return version.indexOf(Scheme.NOISE.format) == 0;
    }

    /**
     * Returns the format of fingerprints and canonical text together with all parameters, stored with each document, such as
     * {@code p12:10:40:32}.
     */
    public String version() {
        return switch (scheme) {
            case PASSAGES -> "p" + FORMAT + ":" + minSentence + ":" + minWidth + ":" + buckets;
            case NOISE -> "n" + FORMAT + ":" + minSentence + ":" + minWidth + ":" + buckets;
            case ROTATIONS -> "r9:" + minSentence + ":" + minWidth + ":" + buckets + ":" + rounds + ":" + perBucket;
        };
    }
}
