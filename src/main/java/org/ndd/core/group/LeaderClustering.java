package org.ndd.core.group;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;

/**
 * Decides the leader of each document, in rank order: the first of its candidate leaders that it is similar to, else the leader of the
 * first predecessor that {@link MemberRule} lets it join, else itself; then {@link LeaderMerging} merges groups. Sequential and literal; a
 * distributed run may decide in any order in which a document's predecessors come before the document.
 */
final class LeaderClustering {

    private final RankedDocuments documents;
    private final int[] originals;
    private final Candidates candidates;
    private final PairComparator comparator;
    private final Runnable cancellationCheck;
    private final MemberRule memberRule;
    private final LeaderMerging merging;
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
        this.memberRule = new MemberRule(comparator);
        this.merging = new LeaderMerging(documents, comparator, memberRule, cancellationCheck);
        this.leaders = new int[documents.size()];
    }

    /** Decides all documents. Must be called once. */
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
        merging.merge(leaders);
        containedIn.keySet().removeIf(document -> leaders[document] != document);
        containedIn.replaceAll((document, leader) -> leaders[leader]);
        containedIn.entrySet().removeIf(part -> documents.areApart(part.getKey(), part.getValue()));
    }

    private int decide(int document) {
        int container = document;
        Set<Integer> joinable = new HashSet<>();
        int[] candidateLeaders = candidates.leaders(document);
        PreparedPage page = documents.page(document).hubOf(candidateLeaders.length);
        for (int leader : candidateLeaders) {
            comparisons++;
            Comparison comparison = comparator.compare(documents.page(leader), page, cancellationCheck);
            if (comparison.similar()) {
                follows(document, leader, candidateLeaders);
                return leader;
            }
            if (comparison.partOf() && container == document) {
                container = leader;
            }
            if (memberRule.mayJoin(comparison)) {
                joinable.add(leader);
            }
        }
        int joined = throughMember(document, page, joinable);
        if (joined != document) {
            follows(document, joined, candidateLeaders);
            return joined;
        }
        if (container != document) {
            containedIn.put(document, container);
        }
        return document;
    }

    /** Sets have no predecessors, and all leaders of a set are candidates anyway. */
    private void follows(int document, int leader, int[] candidateLeaders) {
        if (candidates.predecessors().length > 0) {
            merging.follows(document, leader, candidateLeaders);
        }
    }

    /** The leader of the first close predecessor among those that follow one of {@code joinable}, else the document itself. */
    private int throughMember(int document, PreparedPage page, Set<Integer> joinable) {
        int[] members = joinable.isEmpty()
                ? new int[0]
                : Arrays.stream(candidates.predecessors())
                        .filter(member -> leaders[member] != member && joinable.contains(leaders[member]))
                        .limit(MemberRule.MEMBERS)
                        .toArray();
        for (int member : members) {
            comparisons++;
            if (memberRule.joins(documents.page(member), page, cancellationCheck)) {
                return leaders[member];
            }
        }
        return document;
    }

    /** The leader of each document: itself if it leads. */
    int[] leaders() {
        return leaders;
    }

    /** Documents that lead although they are part of another leader, with the leader of the first such one among their candidates. */
    Map<Integer, Integer> containedIn() {
        return containedIn;
    }

    long comparisons() {
        return comparisons + merging.comparisons();
    }
}
