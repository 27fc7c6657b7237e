package org.ndd.eval.method;

/** What a system that compares pairs has made of all pages. Pages are named by position. */
public interface Signatures {

    /** Says that a page has to be compared with all others. */
    long[] NO_KEYS = null;

    /**
     * Pages that share a key are compared. {@link #NO_KEYS}, the same for all pages of a system, compares every page with every leader; a
     * page without keys is never similar to another.
     */
    long[] keys(int page);

    /** Whether two different pages that share a key are similar. */
    boolean similar(int page, int other);

    /** Bytes of the keys and of what {@link #similar} looks at, of all pages. */
    long bytes();
}
