package org.ndd.partition.shard;

import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.LongHash;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;

/**
 * The documents that are in heads of posting lists, each of them once: the first documents of a story are in the heads of all its lists.
 * About 60 bytes per document, 8 more for each field that keeps documents apart, on the request circuit breaker. Not safe for use by
 * several threads.
 */
final class PostingHeads implements Releasable {

    private static final int FIRST_DOCS = 64;

    private final LongHash numbers;
    private final DocArray rows;

    /** @param width fields that keep documents apart */
    PostingHeads(int width, BigArrays bigArrays) {
        numbers = new LongHash(FIRST_DOCS, bigArrays);
        boolean success = false;
        try {
            rows = new DocArray(width, FIRST_DOCS, bigArrays);
            success = true;
        } finally {
            if (success == false) {
                numbers.close();
            }
        }
    }

    /**
     * Adds a document, unless it is known already.
     *
     * @return its row, the same one each time
     */
    int add(DocRows from, long row) {
        long number = numbers.add(from.ref(row));
        if (number < 0) {
            return Math.toIntExact(-1 - number);
        }
        rows.grow(number + 1);
        rows.set(number, from, row);
        return Math.toIntExact(number);
    }

    /** The row of a document, or -1 if it is in no head. */
    int find(long ref) {
        return Math.toIntExact(numbers.find(ref));
    }

    DocRows rows() {
        return rows;
    }

    @Override
    public void close() {
        Releasables.close(numbers, rows);
    }
}
