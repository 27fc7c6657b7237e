package org.ndd.pair;

/**
 * The characters that a request may compare in one place, such as a shard: each pair takes the length of its two texts. So many long texts
 * do not occupy a thread for long. The first pair is compared at any length, so that each document gets at least one comparison. Used by
 * one thread at a time.
 */
public final class CharacterLimit {

    /**
     * Characters for a query on a shard. A comparison takes 50 to 120 nanoseconds of processor time per character (measured with texts of
     * 0.6 to 1 million characters that share their sentences in the same and in another order, with and without quoted lines), so all of
     * them take 0.9 to 2 seconds.
     */
    public static final long MOST = 1 << 24;

    private long left;
    private boolean first = true;

    /** A limit of {@link #MOST}. */
    public CharacterLimit() {
        this(MOST);
    }

    /** @param most characters, at least 0 */
    public CharacterLimit(long most) {
        this.left = most;
    }

    /**
     * Takes the characters of a pair, if there are as many left. A shorter pair may fit after one that did not.
     *
     * @param characters of both texts
     * @return whether the pair is to be compared
     */
    public boolean take(long characters) {
        boolean fits = first || characters <= left;
        left -= fits ? characters : 0;
        first &= fits == false;
        return fits;
    }
}
