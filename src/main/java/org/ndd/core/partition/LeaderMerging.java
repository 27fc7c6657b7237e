package org.ndd.core.partition;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.group.MemberRule;

/**
 * Merges groups of one story (docs/algorithm.md, Groups). A leader is decided when only the documents above it are known. In a story of
 * hundreds of copies it may share a fingerprint with none of these, while later copies share some with both. Those are bridges: they have
 * followed one leader, and another was among the candidates after it. A leader with bridges is compared with the leader above to
 * which most of them lead. Leaders of a reference never merge with each other. A distributed run may decide in any order in which the upper
 * leader comes before the lower.
 */
final class LeaderMerging {

    private final RankedDocuments documents;
    private final PairComparator comparator;
    private final MemberRule memberRule;
    private final Runnable cancellationCheck;
    private final Map<Integer, Map<Integer, Bridges>> byLower = new TreeMap<>();
    private long comparisons;

    /** The bridges between two leaders: their number, and the first ones in rank order. */
    private static final class Bridges {

        private int count;
        private final List<Integer> first = new ArrayList<>();
    }

    LeaderMerging(
            RankedDocuments documents, PairComparator comparator, MemberRule memberRule, Runnable cancellationCheck) {
        this.documents = documents;
        this.comparator = comparator;
        this.memberRule = memberRule;
        this.cancellationCheck = cancellationCheck;
    }

    /**
     * Records a document that follows one of its candidates. Must be called in rank order.
     *
     * @param candidates leaders, best first
     */
    void addFollower(int document, int leader, int[] candidates) {
        if (memberRule.applies() == false) {
            return;
        }
        boolean behind = false;
        for (int candidate : candidates) {
            int lower = Math.max(leader, candidate);
            if (behind && documents.isOfReference(lower) == false && documents.disagree(leader, candidate) == false) {
                Bridges bridges = byLower.computeIfAbsent(lower, none -> new TreeMap<>())
                        .computeIfAbsent(Math.min(leader, candidate), upper -> new Bridges());
                bridges.count++;
                if (bridges.first.size() < MemberRule.MEMBERS) {
                    bridges.first.add(document);
                }
            }
            behind |= candidate == leader;
        }
    }

    /** Replaces the leader of each document by its leader after merging. Must be called once. */
    void merge(int[] leaders) {
        Map<Integer, Integer> merged = new TreeMap<>();
        byLower.forEach((lower, uppers) -> {
            cancellationCheck.run();
            Map.Entry<Integer, Bridges> most = uppers.entrySet().stream()
                    .min(Comparator.comparing(entry -> -entry.getValue().count))
                    .orElseThrow();
            int upper = merged.getOrDefault(most.getKey(), most.getKey());
            if (documents.disagree(upper, lower) == false && areSimilar(upper, lower, most.getValue().first, leaders)) {
                merged.put(lower, upper);
            }
        });
        for (int document = 0; document < leaders.length; document++) {
            leaders[document] = merged.getOrDefault(leaders[document], leaders[document]);
        }
    }

    /** Returns whether the lower leader is similar to the upper one, directly or through a bridge to another document of its group. */
    private boolean areSimilar(int upper, int lower, List<Integer> bridges, int[] leaders) {
        PreparedPage page = documents.page(lower);
        comparisons++;
        Comparison comparison = comparator.compare(documents.page(upper), page, cancellationCheck);
        if (comparison.similar()) {
            return true;
        }
        for (int bridge : memberRule.mayJoin(comparison) ? bridges : List.<Integer>of()) {
            int other = leaders[bridge] == lower ? upper : lower;
            comparisons++;
            if (memberRule.joins(
                    documents.page(Math.min(bridge, other)),
                    documents.page(Math.max(bridge, other)),
                    cancellationCheck)) {
                return true;
            }
        }
        return false;
    }

    long comparisons() {
        return comparisons;
    }
}
