package org.ndd.core.group;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which documents have which fingerprint: the fingerprints that are used, each with its documents in rank order. */
final class PostingLists {

    private static final int[] NONE = {};

    private final List<int[]> lists = new ArrayList<>();
    private final int[][] listsOf;
    private long dropped;

    private record Posting(long fingerprint, int document) {

        static final Comparator<Posting> ORDER =
                Comparator.comparingLong(Posting::fingerprint).thenComparingInt(Posting::document);
    }

    /**
     * Inverts fingerprints. O(n log n) of the number of postings.
     *
     * @param originals for each document its original; only originals are in lists
     */
    PostingLists(RankedDocuments documents, int[] originals, FrequencyRule rule) {
        List<Posting> postings = new ArrayList<>();
        for (int document = 0; document < documents.size(); document++) {
            if (originals[document] == document) {
                for (long fingerprint : documents.ownFingerprints(document)) {
                    postings.add(new Posting(fingerprint, document));
                }
            }
        }
        postings.sort(Posting.ORDER);
        List<List<Integer>> byDocument = new ArrayList<>();
        for (int start = 0; start < postings.size(); ) {
            int end = start + 1;
            while (end < postings.size()
                    && postings.get(end).fingerprint() == postings.get(start).fingerprint()) {
                end++;
            }
            int[] list = postings.subList(start, end).stream()
                    .mapToInt(Posting::document)
                    .toArray();
            if (list.length > 1) {
                addIfKept(list, documents, rule);
            }
            start = end;
        }
        for (int document = 0; document < documents.size(); document++) {
            byDocument.add(new ArrayList<>());
        }
        for (int list = 0; list < lists.size(); list++) {
            for (int document : lists.get(list)) {
                byDocument.get(document).add(list);
            }
        }
        listsOf = byDocument.stream()
                .map(of -> of.isEmpty()
                        ? NONE
                        : of.stream().mapToInt(Integer::intValue).toArray())
                .toArray(int[][]::new);
    }

    private void addIfKept(int[] list, RankedDocuments documents, FrequencyRule rule) {
        boolean kept = rule.asksForSites(list.length)
                ? rule.keep(list.length, sites(list, documents))
                : rule.keep(list.length);
        if (kept) {
            lists.add(list);
        } else {
            dropped++;
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
        return lists.size();
    }

    /** The documents of a list in rank order; two or more. */
    int[] documents(int list) {
        return lists.get(list);
    }

    /** The lists that a document is in. */
    int[] listsOf(int document) {
        return listsOf[document];
    }

    /** Fingerprints of two documents or more that are not used. */
    long dropped() {
        return dropped;
    }
}
