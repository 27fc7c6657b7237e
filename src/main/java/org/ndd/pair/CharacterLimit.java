package org.ndd.pair;

/**
 * Limits the characters that a request compares in one place, such as a shard, so that many long texts do not occupy a thread for long.
 * Each pair takes the length of its two texts. The first pair is compared at any length, so that each document has at least one comparison.
 * Used by one thread at a time.
 */
public final class CharacterLimit {

    /**
     * Maximum number of characters for a query on a shard. A comparison takes 50 to 120 nanoseconds of processor time per character, so all
     * of them take 0.9 to 2 seconds. Measured with texts of 0.6 to 1 million characters that share their sentences in the same and in
     * another order, with and without quoted lines.
     */
    public static final long MAX_CHARACTERS = 1 << 24;

    private long left;
    private long kept;
    private boolean first = true;

    /** @param most maximum number of characters, at least 0 */
    public CharacterLimit(long most) {
        this.left = most;
    }

    /** Keeps characters for later parts of the work, so that the next one can take an equal part of the rest. */
    public void keepFor(long laterParts) {
        kept = left - left / (laterParts + 1);
    }

    /**
     * Takes the characters of a pair if enough are left. A shorter pair may fit after one that did not fit.
     *
     * @param characters number of characters of both texts
     * @return whether the pair is within the limit
     */
    public boolean take(long characters) {
        boolean fits = first || characters <= left - kept;
        left -= fits ? characters : 0;
        first &= fits == false;
        return fits;
    }
}
