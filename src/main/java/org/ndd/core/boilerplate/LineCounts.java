package org.ndd.core.boilerplate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Counts lines. */
final class LineCounts {

    private LineCounts() {}

    /**
     * Counts the texts that have a line, for lines that enough of them have. Counts by sorting hashes: documents of short lines have very
     * many different ones. O(n log n) for n lines.
     *
     * @param lines hashes of the lines of each text, each once
     * @param least minimum number of texts
     * @return number of texts by hash
     */
    static Map<Long, Integer> atLeast(Stream<long[]> lines, double least) {
        long[] hashes = lines.flatMapToLong(LongStream::of).sorted().toArray();
        Map<Long, Integer> counts = new HashMap<>();
        for (int start = 0; start < hashes.length; ) {
            int end = start + 1;
            while (end < hashes.length && hashes[end] == hashes[start]) {
                end++;
            }
            if (end - start >= least) {
                counts.put(hashes[start], end - start);
            }
            start = end;
        }
        return counts;
    }

    /** Returns the distinct hashes of the lines of several documents. */
    static long[] distinctHashes(Stream<HashedLines> pages) {
        return pages.flatMapToLong(page -> Arrays.stream(page.different()))
                .sorted()
                .distinct()
                .toArray();
    }
}
