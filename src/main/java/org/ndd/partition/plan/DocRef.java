package org.ndd.partition.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Identifies a document of a run by one {@code long}: the ordinal of its shard in the run's plan (upper half) and its Lucene document
 * number in that shard's pinned reader (lower half). Valid only for one run.
 */
public final class DocRef {

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

    /** Divides documents, sorted ascending, into lists of at most {@code most} documents of one shard. */
    public static List<long[]> byShard(long[] sorted, int most) {
        List<long[]> lists = new ArrayList<>();
        for (int start = 0, end; start < sorted.length; start = end) {
            end = start + 1;
            while (end < sorted.length && end - start < most && shard(sorted[end]) == shard(sorted[start])) {
                end++;
            }
            lists.add(Arrays.copyOfRange(sorted, start, end));
        }
        return lists;
    }

    public static int[] docs(long[] refs) {
        return Arrays.stream(refs).mapToInt(DocRef::doc).toArray();
    }
}
