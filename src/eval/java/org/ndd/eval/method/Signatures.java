package org.ndd.eval.method;

/** The signatures of all documents, for a system that compares pairs. Documents are identified by position. */
public interface Signatures {

    /** Marks systems that compare each document with all others. */
    long[] NO_KEYS = null;

    /**
     * Returns the keys of a document. Documents that share a key are compared. {@link #NO_KEYS}, for all documents of a system, compares
     * each document with each leader. A document without keys is not similar to others.
     */
    long[] keys(int page);

    /** Returns whether two documents that share a key are similar. */
    boolean similar(int page, int other);

    /** Returns the bytes of all keys and of the data for {@link #similar}. */
    long bytes();
}
