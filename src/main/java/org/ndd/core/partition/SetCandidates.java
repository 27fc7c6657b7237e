package org.ndd.core.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ndd.core.partition.LeaderClustering.Candidates;

/**
 * Selects the leaders of a document's set of possibly similar documents, in rank order (PKU report, section 4.2; docs/algorithm.md,
 * Candidates). The label of a document is the first in rank order of the labels of the documents above it that share a fingerprint with it,
 * else the document itself. Documents of one label are one set. This is the greedy gathering of the PKU report: a chain from a head can
 * reach a document only through a neighbor above it. Documents that are kept apart may be in one set, which only means that they might be
 * similar; they are never candidates of each other.
 */
final class SetCandidates implements Candidates {

    private static final int[] NO_PREDECESSORS = {};

    private final RankedDocuments documents;
    private final int[] labels;
    private final List<List<Integer>> leadersOfSet = new ArrayList<>();
    private final int maxLeaders;
    private long skipped;

    SetCandidates(RankedDocuments documents, PostingLists lists, int maxLeaders) {
        this.documents = documents;
        this.labels = labels(documents.size(), lists);
        this.maxLeaders = maxLeaders;
        for (int i = 0; i < documents.size(); i++) {
            leadersOfSet.add(labels[i] == i ? new ArrayList<>() : null);
        }
    }

    /** Returns the label of each document. O(postings): for each list, the first label in rank order so far is kept. */
    static int[] labels(int documents, PostingLists lists) {
        int[] labels = new int[documents];
        int[] first = new int[lists.size()];
        Arrays.fill(first, Integer.MAX_VALUE);
        for (int document = 0; document < documents; document++) {
            int label = document;
            for (int list : lists.listsOf(document)) {
                label = Math.min(label, first[list]);
            }
            for (int list : lists.listsOf(document)) {
                first[list] = Math.min(label, first[list]);
            }
            labels[document] = label;
        }
        return labels;
    }

    @Override
    public int[] leaders(int document) {
        List<Integer> leaders = leadersOfSet.get(labels[document]).stream()
                .filter(leader -> documents.disagree(document, leader) == false)
                .toList();
        int count = Math.min(maxLeaders, leaders.size());
        skipped += leaders.size() - count;
        return leaders.stream().limit(count).mapToInt(Integer::intValue).toArray();
    }

    @Override
    public int[] predecessors() {
        return NO_PREDECESSORS;
    }

    @Override
    public void decided(int document, int leader) {
        if (document == leader) {
            leadersOfSet.get(labels[document]).add(document);
        }
    }

    @Override
    public long skipped() {
        return skipped;
    }
}
