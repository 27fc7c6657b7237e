package org.ndd.core.group;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Which documents have which fingerprint: the fingerprints that are used, each with its documents in rank order; and of those that are too
 * common the first documents, see {@link CandidateParameters#commonHead}.
 */
final class PostingLists {

    private static final long[] NO_FINGERPRINTS = {};

    private final int[][] lists;
    private final int[] weights;
    private int size;
    private final int[][] listsOf;
    private long dropped;

    /**
     * Inverts fingerprints. O(n log n) of the number of postings.
     *
     * @param originals for each document its original; only originals are in lists
     * @param rule which fingerprints are too common
     * @param commonHead documents of the list of such a one that are kept, the first in rank order; 0 where it is not used at all
     */
    PostingLists(RankedDocuments documents, int[] originals, FrequencyRule rule, int commonHead) {
        long[][] fingerprints = new long[documents.size()][];
        Arrays.setAll(
                fingerprints,
                document -> originals[document] == document ? documents.ownFingerprints(document) : NO_FINGERPRINTS);
        long[] shared = shared(fingerprints);
        int[][] documentsOf = documentsOf(shared, fingerprints);
        lists = new int[documentsOf.length][];
        weights = new int[documentsOf.length];
        for (int[] list : documentsOf) {
            addList(list, documents, rule, commonHead);
        }
        listsOf = inverted(documents.size());
    }

    /** The lists that each document is in, ascending. */
    private int[][] inverted(int documents) {
        int[] counts = new int[documents];
        for (int number = 0; number < size; number++) {
            for (int document : lists[number]) {
                counts[document]++;
            }
        }
        int[][] of = new int[documents][];
        Arrays.setAll(of, document -> new int[counts[document]]);
        // from the last list on, so that what is still to come of a document says where
        for (int number = size - 1; number >= 0; number--) {
            for (int document : lists[number]) {
                of[document][--counts[document]] = number;
            }
        }
        return of;
    }

    /** The fingerprints of two documents or more, ascending. */
    private static long[] shared(long[][] fingerprints) {
        long[] all = Arrays.stream(fingerprints).flatMapToLong(Arrays::stream).toArray();
        Arrays.sort(all);
        int size = 0;
        for (int i = 1; i < all.length; i++) {
            if (all[i] == all[i - 1] && (size == 0 || all[size - 1] != all[i])) {
                all[size++] = all[i];
            }
        }
        return Arrays.copyOf(all, size);
    }

    /** The documents of each of some fingerprints, in rank order. */
    private static int[][] documentsOf(long[] shared, long[][] fingerprints) {
        int[][] documents = new int[shared.length][2];
        int[] sizes = new int[shared.length];
        int[] slots = slots(shared);
        for (int document = 0; document < fingerprints.length; document++) {
            for (long fingerprint : fingerprints[document]) {
                int i = slots[slot(fingerprint, shared, slots)] - 1;
                if (i >= 0) {
                    if (sizes[i] == documents[i].length) {
                        documents[i] = Arrays.copyOf(documents[i], 2 * sizes[i]);
                    }
                    documents[i][sizes[i]++] = document;
                }
            }
        }
        Arrays.setAll(documents, i -> Arrays.copyOf(documents[i], sizes[i]));
        return documents;
    }

    /** An open-addressing table of places in an array, plus one. */
    private static int[] slots(long[] shared) {
        int[] slots = new int[Integer.highestOneBit(Math.max(1, shared.length)) << 2];
        for (int i = 0; i < shared.length; i++) {
            slots[slot(shared[i], shared, slots)] = i + 1;
        }
        return slots;
    }

    private static int slot(long fingerprint, long[] shared, int[] slots) {
        int slot = (int) (fingerprint * 0x9E3779B97F4A7C15L >>> Integer.SIZE) & slots.length - 1;
        while (slots[slot] != 0 && shared[slots[slot] - 1] != fingerprint) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }

    private void addList(int[] list, RankedDocuments documents, FrequencyRule rule, int commonHead) {
        boolean kept = rule.asksForSites(list.length)
                ? rule.keep(list.length, sites(list, documents))
                : rule.keep(list.length);
        dropped += kept ? 0 : 1;
        if (kept || commonHead > 0) {
            lists[size] = kept ? list : Arrays.copyOf(list, Math.min(list.length, commonHead));
            weights[size++] = FrequencyRule.weight(list.length);
        }
    }

    private static Collection<Long> sites(int[] list, RankedDocuments documents) {
        Map<String, Long> sites = new HashMap<>();
        for (int document : list) {
            String site = documents.document(document).site();
            if (site != null) {
                sites.merge(site, 1L, Long::sum);
            }
        }
        return sites.values();
    }

    /** Number of lists. */
    int size() {
        return size;
    }

    /** The documents of a list in rank order; two or more. */
    int[] documents(int list) {
        return lists[list];
    }

    /** What a list counts, see {@link FrequencyRule#weight}. */
    int weight(int list) {
        return weights[list];
    }

    /** The lists that a document is in. */
    int[] listsOf(int document) {
        return listsOf[document];
    }

    /** Fingerprints of two documents or more that are too common. */
    long dropped() {
        return dropped;
    }
}
