package org.ndd.core.group;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;

/**
 * Decides whom each document follows, in rank order: the first of its candidate leaders that it is similar to, else it leads. Sequential and
 * literal; a distributed run may decide in any order that knows a document's predecessors before the document.
 */
final class LeaderClustering {

    private final RankedDocuments documents;
    private final int[] originals;
    private final Candidates candidates;
    private final PairComparator comparator;
    private final Runnable cancellationCheck;
    private final int[] leaders;
    private final SortedMap<Integer, Integer> containedIn = new TreeMap<>();
    private long comparisons;

    LeaderClustering(
            RankedDocuments documents,
            int[] originals,
            Candidates candidates,
            PairComparator comparator,
            Runnable cancellationCheck) {
        this.documents = documents;
        this.originals = originals;
        this.candidates = candidates;
        this.comparator = comparator;
        this.cancellationCheck = cancellationCheck;
        this.leaders = new int[documents.size()];
    }

    /** Decides all documents. To be called once. */
    void run() {
        for (int document = 0; document < leaders.length; document++) {
            cancellationCheck.run();
            if (originals[document] == document) {
                leaders[document] = decide(document);
                candidates.decided(document, leaders[document]);
            } else {
                leaders[document] = leaders[originals[document]];
            }
        }
    }

    private int decide(int document) {
        int container = document;
        int[] candidateLeaders = candidates.leaders(document);
        PreparedPage page = documents.page(document).hubOf(candidateLeaders.length);
        for (int leader : candidateLeaders) {
            comparisons++;
            Comparison comparison = comparator.compare(documents.page(leader), page, cancellationCheck);
            if (comparison.similar()) {
                return leader;
            }
            if (comparison.partOf() && container == document) {
                container = leader;
            }
        }
        if (container != document) {
            containedIn.put(document, container);
        }
        return document;
    }

    /** Whom each document follows: itself where it leads. */
    int[] leaders() {
        return leaders;
    }

    /** Documents that lead although they are part of another leader, with the first such leader among their candidates. */
    Map<Integer, Integer> containedIn() {
        return containedIn;
    }

    long comparisons() {
        return comparisons;
    }
}
