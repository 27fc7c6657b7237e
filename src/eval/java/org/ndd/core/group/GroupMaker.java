package org.ndd.core.group;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.Group.Page;

/**
 * Names the winner of a group and compares every other page with it; what is not near it is judged again among itself, until every page is
 * a winner or near to one (docs/algorithm.md, Winner).
 */
public final class GroupMaker {

    private final RankedDocuments documents;
    private final int[] originals;
    private final PairComparator comparator;
    private final Winners winners;
    private final Runnable cancellationCheck;
    private long verifications;

    GroupMaker(
            RankedDocuments documents,
            int[] originals,
            PairComparator comparator,
            List<WinnerRule> rules,
            Runnable cancellationCheck) {
        this.documents = documents;
        this.originals = originals;
        this.comparator = comparator;
        this.winners = Winners.of(rules);
        this.cancellationCheck = cancellationCheck;
    }

    /**
     * Makes a group. Its pages are not apart from the leader, but where that has no value of a field, they may be apart from each other:
     * those that are apart from a winner are not compared with it, and have another.
     *
     * @param members places of its pages, ascending: the leader first
     * @param contained places of the documents that are part of the leader, ascending
     */
    Group make(List<Integer> members, List<Integer> contained) {
        SortedMap<Integer, Page> pages = new TreeMap<>();
        List<Page> others = new ArrayList<>();
        PartitionDocument firstWinner = null;
        List<Integer> left = members;
        for (int round = 0; left.isEmpty() == false && round < WinnerRule.MOST_WINNERS; round++) {
            int winner = winner(left);
            // Equal texts count as the page that stands for them, with its site.
            PreparedPage hub = documents.page(originals[winner]).hubOf(left.size() - 1 + contained.size());
            Map<Integer, Closeness> known = new HashMap<>();
            known.put(originals[winner], Closeness.EQUAL);
            List<Integer> notNear = new ArrayList<>();
            for (int member : left) {
                Closeness closeness =
                        known.computeIfAbsent(originals[member], original -> compare(winner, hub, original));
                if (closeness.relation().isNear()) {
                    pages.put(member, page(member, role(member, members.get(0)), winner, closeness));
                } else {
                    notNear.add(member);
                }
            }
            if (round == 0) {
                firstWinner = documents.document(winner);
                for (int part : contained) {
                    others.add(page(part, Role.PART_OF, winner, compare(winner, hub, part)));
                }
            }
            left = notNear;
        }
        for (List<Integer> equals : byText(left)) {
            int winner = winner(equals);
            for (int member : equals) {
                pages.put(member, page(member, role(member, members.get(0)), winner, Closeness.EQUAL));
            }
        }
        return new Group(documents.document(members.get(0)), firstWinner, List.copyOf(pages.values()), others);
    }

    private int winner(List<Integer> pages) {
        return winners.winner(pages, documents::winnerCandidate, Comparator.naturalOrder());
    }

    private Collection<List<Integer>> byText(List<Integer> members) {
        return members.stream()
                .collect(Collectors.groupingBy(member -> originals[member]))
                .values();
    }

    private record Closeness(
            Relation relation, double confidence, double resemblance, double inWinner, double ofWinner) {

        static final Closeness EQUAL = new Closeness(Relation.SAME, 1, 1, 1, 1);
        static final Closeness APART = new Closeness(Relation.OTHER_ITEM, 0, 0, 0, 0);
    }

    private Closeness compare(int winner, PreparedPage hub, int other) {
        if (documents.areApart(winner, other)) {
            return Closeness.APART;
        }
        verifications++;
        boolean winnerIsAbove = winner < other;
        PreparedPage page = documents.page(originals[other]);
        Comparison comparison = winnerIsAbove
                ? comparator.compare(hub, page, cancellationCheck)
                : comparator.compare(page, hub, cancellationCheck);
        return new Closeness(
                comparison.relation(),
                comparison.confidence(),
                comparison.resemblance(),
                winnerIsAbove ? comparison.containmentBInA() : comparison.containmentAInB(),
                winnerIsAbove ? comparison.containmentAInB() : comparison.containmentBInA());
    }

    private Role role(int member, int leader) {
        if (member == leader) {
            return Role.LEADER;
        }
        return originals[member] == member ? Role.MEMBER : Role.EXACT;
    }

    private Page page(int place, Role role, int winner, Closeness closeness) {
        return new Page(
                documents.document(place),
                role,
                documents.document(winner),
                closeness.relation(),
                closeness.confidence(),
                closeness.resemblance(),
                closeness.inWinner(),
                closeness.ofWinner());
    }

    /** Comparisons made so far. */
    long verifications() {
        return verifications;
    }
}
