package org.ndd.partition.shard;

/**
 * Identifies a document of a run by one {@code long}: the ordinal of its shard in the run's plan (upper half) and its Lucene document
 * number in that shard's pinned reader (lower half). Valid only for one run.
 */
public final class DocRef {

    /** No document. */
    public static final long NONE = -1;

    private DocRef() {}

    /** Returns the reference of a document; both numbers are 0 or more. */
    public static long of(int shard, int doc) {
        return ((long) shard << 32) | doc;
    }

    public static int shard(long ref) {
        return (int) (ref >>> 32);
    }

    public static int doc(long ref) {
        return (int) ref;
    }
}
