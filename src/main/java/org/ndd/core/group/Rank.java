package org.ndd.core.group;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.ndd.core.text.ContentDigest;

/**
 * The position of a document in the order of all documents: a 128-bit hash of its id, compared without sign; the smaller hash is above. It
 * is effectively random, so a decision about a document depends on few others. It is the same in every index, on every node and in any
 * order of arrival. Documents of a reference are above all others ({@link #ofReference}).
 */
public record Rank(long high, long low) implements Comparable<Rank> {

    private static final int MAX_FINGERPRINTS = 0xFFFF;

    /** Set in the hash of each document, so that no hash has the form of {@link #ofReference}. */
    private static final long NO_REFERENCE = 1L << 32;

    public static Rank of(String id) {
        ByteBuffer digest = ByteBuffer.wrap(ContentDigest.md5().digest(id.getBytes(StandardCharsets.UTF_8)));
        return new Rank(digest.getLong() | NO_REFERENCE, digest.getLong());
    }

    /**
     * Returns the position of a document in the order of the PKU report: those with more fingerprints are above, then by this rank. Uses
     * the upper 16 bits for the number of fingerprints, so 112 of 128 bits of the hash remain.
     *
     * @param fingerprints number of fingerprints of the document, 0 or more; those beyond 65,535 count as 65,535
     */
    public Rank byFingerprints(int fingerprints) {
        long fewer = MAX_FINGERPRINTS - Math.min(MAX_FINGERPRINTS, fingerprints);
        return new Rank(fewer << 48 | high >>> 16, high << 48 | low >>> 16);
    }

    /** Returns the rank of the document in a reference: above all documents of other indices, in the order of their hashes. */
    public Rank ofReference() {
        return new Rank(high >>> 32, low);
    }

    public boolean isOfReference() {
        return isOfReference(high);
    }

    /** Returns whether the upper half of a rank is that of a document of a reference. */
    public static boolean isOfReference(long high) {
        return high >>> 32 == 0;
    }

    @Override
    public int compareTo(Rank other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }
}
