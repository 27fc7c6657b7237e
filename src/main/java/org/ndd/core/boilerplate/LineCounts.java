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
     * How many have a line, for lines that enough have. Counts by sorting hashes: pages of short lines have very many different ones.
     * O(n log n) for n lines.
     *
     * @param lines hashes of the lines of each, those of one each once
     * @return by hash
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

    /** Hashes of the lines of several pages, each once. */
    static long[] ofAll(Stream<HashedLines> pages) {
        return pages.flatMapToLong(page -> Arrays.stream(page.different()))
                .sorted()
                .distinct()
                .toArray();
    }
}
