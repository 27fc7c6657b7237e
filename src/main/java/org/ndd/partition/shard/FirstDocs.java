package org.ndd.partition.shard;

import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.util.InPlaceMergeSorter;
import org.ndd.core.compare.MustAgreeKeys;

/**
 * Selects the first documents of a posting list in rank order, up to a limit: of all offered documents, or of the first document of each
 * set of values of {@code must_agree}. Reused from one list to the next. Holds at most twice the limit. When it drops documents, at least
 * as many documents above them as the limit remain. Amortized O(log n) per offer.
 */
final class FirstDocs {

    private final ShardDocs docs;
    private final int limit;
    private final boolean ofEachKey;
    private final int[] picked;
    private int size;
    /** Whether the first {@link #limit} documents are selected and in rank order, so that documents below the last of them do not count. */
    private boolean full;

    /** @param ofEachKey whether only the first document of each set of values of {@code must_agree} counts */
    FirstDocs(ShardDocs docs, int limit, boolean ofEachKey) {
        this.docs = docs;
        this.limit = limit;
        this.ofEachKey = ofEachKey;
        this.picked = new int[2 * limit];
    }

    /** Removes all documents. */
    void clear() {
        size = 0;
        full = false;
    }

    /** Offers the next document, in any order. */
    void offer(int doc) {
        if (limit == 0 || full && docs.compare(doc, picked[limit - 1]) > 0) {
            return;
        }
        picked[size++] = doc;
        if (size == picked.length) {
            sort();
        }
    }

    /** Sorts the selected documents in rank order, and drops all others. */
    void sort() {
        new InPlaceMergeSorter() {
            @Override
            protected int compare(int i, int j) {
                return docs.compare(picked[i], picked[j]);
            }

            @Override
            protected void swap(int i, int j) {
                int doc = picked[i];
                picked[i] = picked[j];
                picked[j] = doc;
            }
        }.sort(0, size);
        if (ofEachKey) {
            keepFirstOfEachKey();
        }
        full = size >= limit;
        size = Math.min(size, limit);
    }

    private void keepFirstOfEachKey() {
        Set<MustAgreeKeys> seen = new HashSet<>();
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (seen.add(docs.keys(picked[i]))) {
                picked[kept++] = picked[i];
            }
        }
        size = kept;
    }

    /** Returns the number of selected documents, after {@link #sort}. */
    int size() {
        return size;
    }

    /** Returns a selected document, 0 to {@link #size} − 1, in rank order after {@link #sort}. */
    int doc(int i) {
        return picked[i];
    }
}
