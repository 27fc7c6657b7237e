package org.ndd.partition.shard;

import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.util.InPlaceMergeSorter;
import org.ndd.core.compare.MustAgreeKeys;

/**
 * Picks the documents of a posting list that are first in rank order, at most a fixed number: of all that are offered, or of the first of
 * each set of values that keeps documents apart. Reused from one list to the next. Holds at most twice as many documents: when some are
 * dropped, that number of documents above them remains. Amortized O(log n) per offer.
 */
final class FirstDocs {

    private final ShardDocs docs;
    private final int limit;
    private final boolean ofEachKey;
    private final int[] picked;
    private int size;
    /** Whether the first documents are as many as there may be, in rank order: documents below the last of them do not count. */
    private boolean full;

    /** @param ofEachKey whether only the first document of each set of values counts */
    FirstDocs(ShardDocs docs, int limit, boolean ofEachKey) {
        this.docs = docs;
        this.limit = limit;
        this.ofEachKey = ofEachKey;
        this.picked = new int[2 * limit];
    }

    /** Forgets everything. */
    void clear() {
        size = 0;
        full = false;
    }

    /** Takes the next document, in any order. */
    void offer(int doc) {
        if (limit == 0 || full && docs.compare(doc, picked[limit - 1]) > 0) {
            return;
        }
        picked[size++] = doc;
        if (size == picked.length) {
            sort();
        }
    }

    /** Brings the picked documents into rank order, and drops all others. */
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

    /** How many are picked, once they are {@link #sort sorted}. */
    int size() {
        return size;
    }

    /** One of those picked, 0 to {@link #size} − 1, in rank order once they are {@link #sort sorted}. */
    int doc(int i) {
        return picked[i];
    }
}
