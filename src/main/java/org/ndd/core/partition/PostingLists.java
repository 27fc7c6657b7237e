package org.ndd.core.partition;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.ndd.core.group.FrequencyRule;

/**
 * Inverts fingerprints to lists of the documents that have them, in rank order. Fingerprints that are too common are marked, or left out.
 *
 * <p>Lists are numbered and stored in the order in which documents first have their fingerprint. The lists of a document are mostly those
 * of a document that it copies, so they are adjacent in memory.
 */
final class PostingLists {

    private static final int[] NO_LISTS = {};
    private static final long[] NO_FINGERPRINTS = {};

    private final int[] documents;

    private final int[] starts;
    private final int[] ends;
    private final int[] weights;
    private final BitSet common = new BitSet();
    private final int[][] listsOf;

    /**
     * Inverts fingerprints. O(n log n) in the number of postings.
     *
     * @param originals for each document its original; only originals are in lists
     * @param useCommon whether lists of too common fingerprints are used too
     */
    PostingLists(RankedDocuments ranked, int[] originals, FrequencyRule rule, boolean useCommon) {
        long[][] fingerprints = new long[ranked.size()][];
        Arrays.setAll(
                fingerprints,
                document -> originals[document] == document ? ranked.ownFingerprints(document) : NO_FINGERPRINTS);
        SharedFingerprints shared = new SharedFingerprints(fingerprints);
        listsOf = new int[ranked.size()][];
        Arrays.setAll(listsOf, document -> shared.numbers(fingerprints[document]));
        starts = starts(listsOf, shared.size());
        ends = Arrays.copyOf(starts, shared.size());
        documents = new int[starts[shared.size()]];
        for (int document = 0; document < listsOf.length; document++) {
            for (int list : listsOf[document]) {
                documents[ends[list]++] = document;
            }
        }
        weights = new int[shared.size()];
        for (int list = 0; list < weights.length; list++) {
            int length = ends[list] - starts[list];
            weights[list] = FrequencyRule.weight(length);
            boolean kept = rule.needsSites(length) ? rule.keep(length, sites(list, ranked)) : rule.keep(length);
            common.set(list, kept == false);
        }
        if (useCommon == false && common.isEmpty() == false) {
            Arrays.setAll(
                    listsOf,
                    document -> Arrays.stream(listsOf[document])
                            .filter(list -> common.get(list) == false)
                            .toArray());
        }
    }

    /** Returns the values of two or more documents, ascending. */
    static long[] repeated(Stream<long[]> values) {
        long[] all = values.flatMapToLong(Arrays::stream).sorted().toArray();
        int repeated = 0;
        for (int i = 1; i < all.length; i++) {
            if (all[i] == all[i - 1] && (repeated == 0 || all[repeated - 1] != all[i])) {
                all[repeated++] = all[i];
            }
        }
        return Arrays.copyOf(all, repeated);
    }

    /** Numbers the fingerprints of two or more documents in the order in which they are requested. */
    private static final class SharedFingerprints {

        private static final int MISSING = -2;
        private static final int NO_NUMBER = -1;

        /** An open-addressing table of fingerprints and their numbers. */
        private final long[] keys;

        private final int[] numbers;
        private final int[] found;
        private int size;

        SharedFingerprints(long[][] fingerprints) {
            long[] repeated = repeated(Arrays.stream(fingerprints));
            keys = new long[Integer.highestOneBit(Math.max(1, repeated.length)) << 2];
            numbers = new int[keys.length];
            Arrays.fill(numbers, MISSING);
            for (long fingerprint : repeated) {
                int slot = slot(fingerprint);
                keys[slot] = fingerprint;
                numbers[slot] = NO_NUMBER;
            }
            found = new int
                    [Arrays.stream(fingerprints)
                            .mapToInt(some -> some.length)
                            .max()
                            .orElse(0)];
        }

        /** Returns the numbers of those of the given fingerprints that are shared. A fingerprint without a number gets the next. */
        int[] numbers(long[] fingerprints) {
            int count = 0;
            for (long fingerprint : fingerprints) {
                int slot = slot(fingerprint);
                if (numbers[slot] == NO_NUMBER) {
                    numbers[slot] = size++;
                }
                if (numbers[slot] != MISSING) {
                    found[count++] = numbers[slot];
                }
            }
            return count == 0 ? NO_LISTS : Arrays.copyOf(found, count);
        }

        int size() {
            return size;
        }

        private int slot(long fingerprint) {
            int slot = (int) (fingerprint * 0x9E3779B97F4A7C15L >>> Integer.SIZE) & keys.length - 1;
            while (numbers[slot] != MISSING && keys[slot] != fingerprint) {
                slot = slot + 1 & keys.length - 1;
            }
            return slot;
        }
    }

    /** Returns the start of each list, and the end of the last. */
    private static int[] starts(int[][] listsOf, int size) {
        int[] starts = new int[size + 1];
        for (int[] lists : listsOf) {
            for (int list : lists) {
                starts[list + 1]++;
            }
        }
        for (int list = 0; list < size; list++) {
            starts[list + 1] += starts[list];
        }
        return starts;
    }

    private Collection<Long> sites(int list, RankedDocuments ranked) {
        Map<String, Long> sites = new HashMap<>();
        for (int place = starts[list]; place < ends[list]; place++) {
            String site = ranked.document(documents[place]).site();
            if (site != null) {
                sites.merge(site, 1L, Long::sum);
            }
        }
        return sites.values();
    }

    int size() {
        return weights.length;
    }

    int start(int list) {
        return starts[list];
    }

    int end(int list) {
        return ends[list];
    }

    /** Returns the document at a position; those of a list are in rank order. */
    int document(int place) {
        return documents[place];
    }

    int weight(int list) {
        return weights[list];
    }

    /** Returns the lists that contain a document and are used, each once. */
    int[] listsOf(int document) {
        return listsOf[document];
    }

    boolean isCommon(int list) {
        return common.get(list);
    }
}
