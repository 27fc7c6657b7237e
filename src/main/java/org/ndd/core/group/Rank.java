package org.ndd.core.group;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.ndd.core.text.ContentDigest;

/**
 * The place of a document in the order of all documents: a 128-bit hash of its id, compared without sign; the smaller hash is above.
 * Effectively random, so a decision about a document depends on few others; and the same in every index, on every node and in any order of
 * arrival. Documents of a reference are above all others ({@link #ofReference}).
 *
 * @param high upper half
 * @param low lower half
 */
public record Rank(long high, long low) implements Comparable<Rank> {

    private static final int MOST_FINGERPRINTS = 0xFFFF;

    /** Set in the hash of each document, so that no hash has the form of {@link #ofReference}. */
    private static final long NO_REFERENCE = 1L << 32;

    /** The rank of a document by its id. */
    public static Rank of(String id) {
        return of(id, "");
    }

    /**
     * Another order of the same documents, to measure how much a result depends on chance.
     *
     * @param salt hashed before the id; empty for the order that is used
     */
    public static Rank of(String id, String salt) {
        MessageDigest md5 = ContentDigest.md5();
        md5.update(salt.getBytes(StandardCharsets.UTF_8));
        ByteBuffer digest = ByteBuffer.wrap(md5.digest(id.getBytes(StandardCharsets.UTF_8)));
        return new Rank(digest.getLong() | NO_REFERENCE, digest.getLong());
    }

    /**
     * The place of a document in the report's order: those with more fingerprints are above, then by this rank. Takes the upper 16 bits for
     * the number of fingerprints, so 112 of 128 bits of the hash are left.
     *
     * @param fingerprints how many the document has; 0 or more, those beyond 65,535 count as 65,535
     */
    public Rank byFingerprints(int fingerprints) {
        long fewer = MOST_FINGERPRINTS - Math.min(MOST_FINGERPRINTS, fingerprints);
        return new Rank(fewer << 48 | high >>> 16, high << 48 | low >>> 16);
    }

    /** The place of the document if it is one of a reference: above all documents that are not, in the order of their hashes. */
    public Rank ofReference() {
        return new Rank(high >>> 32, low);
    }

    /** Whether this is the rank of a document of a reference. */
    public boolean isOfReference() {
        return isOfReference(high);
    }

    /** The same by the upper half of the rank. */
    public static boolean isOfReference(long high) {
        return high >>> 32 == 0;
    }

    @Override
    public int compareTo(Rank other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }
}
