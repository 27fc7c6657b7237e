package org.ndd.core.group;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.Group.Page;
import org.ndd.core.group.Group.Role;

/** Names the winner of a group and compares every other page with it (docs/algorithm.md, Winner). */
final class GroupMaker {

    private final RankedDocuments documents;
    private final int[] originals;
    private final PairComparator comparator;
    private final Comparator<WinnerCandidate> winners;
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
        this.winners = WinnerRule.comparator(rules);
        this.cancellationCheck = cancellationCheck;
    }

    /**
     * Makes a group. Its pages are not apart from the leader, but where that has no value of a field, they may be apart from each other:
     * those that are apart from the winner stay, without being compared with it or called its duplicates.
     *
     * @param members places of its pages, ascending: the leader first
     * @param contained places of the documents that are part of the leader, ascending
     */
    Group make(List<Integer> members, List<Integer> contained) {
        int leader = members.get(0);
        int winner = members.stream()
                .min(Comparator.comparing(documents::winnerCandidate, winners).thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
        Map<Integer, Closeness> known = new HashMap<>();
        known.put(originals[winner], Closeness.EQUAL);
        // Equal texts count as the page that stands for them, with its site.
        PreparedPage hub = documents.page(originals[winner]).hubOf(members.size() - 1 + contained.size());
        List<Page> pages = new ArrayList<>();
        for (int member : members) {
            Closeness closeness = known.computeIfAbsent(originals[member], original -> compare(winner, hub, original));
            pages.add(page(member, role(member, leader), closeness));
        }
        List<Page> others = new ArrayList<>();
        for (int part : contained) {
            others.add(page(part, Role.PART_OF, compare(winner, hub, part)));
        }
        return new Group(documents.document(leader), documents.document(winner), pages, others);
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

    private Page page(int place, Role role, Closeness closeness) {
        return new Page(
                documents.document(place),
                role,
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
