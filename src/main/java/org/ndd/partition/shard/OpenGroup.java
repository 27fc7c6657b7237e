package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.group.WinnerCandidate;
import org.ndd.partition.shard.Grouper.Group;
import org.ndd.partition.shard.Member.Role;

/** A group whose pages are being compared with its winner, one by one; pages of equal text once. */
final class OpenGroup {

    private final Group group;
    private final List<Member> pages;
    private final long others;
    private final Map<Long, Verdict> known = new HashMap<>();
    private PreparedPage hub;
    private int verified;

    /**
     * @param members the pages that follow {@code leader}, in any order
     * @param winners orders pages, the one to keep first
     * @param alone whether pages are verified where there is no other than the leader
     */
    OpenGroup(Member leader, List<Member> members, Comparator<WinnerCandidate> winners, boolean alone) {
        List<Member> counted = new ArrayList<>();
        List<Member> contained = new ArrayList<>();
        counted.add(leader);
        for (Member member : members) {
            (member.role() == Role.PART_OF ? contained : counted).add(member);
        }
        counted.sort(Member::compareRank);
        Member winner = counted.stream()
                .min(Comparator.comparing(Member::candidate, winners).thenComparing(Member::compareRank))
                .orElseThrow();
        group = new Group(leader, winner, counted.size());
        pages = new ArrayList<>(counted.size() > 1 || alone ? counted : List.of());
        pages.addAll(Member.sorted(contained));
        others = pages.stream()
                .filter(page -> page.original() != winner.original())
                .count();
        known.put(winner.original(), Verdict.EQUAL);
        // where the leader has no value, pages that are not apart from it may be apart from each other
        pages.stream()
                .filter(page -> page.apart().isApartFrom(winner.apart()))
                .forEach(page -> known.put(page.original(), Verdict.APART));
    }

    /** Bytes of heap, nearly, without what is kept for comparing. */
    long ramBytes() {
        return pages.stream().mapToLong(Member::ramBytes).sum();
    }

    Group group() {
        return group;
    }

    /** All pages to be verified and the winner: those contained in the leader last, otherwise in rank order. */
    List<Member> pages() {
        return pages;
    }

    /** How many pages are verified: those that come first. */
    int verified() {
        return verified;
    }

    /** One more page is verified. After the last one nothing is kept for comparing. */
    void advance() {
        verified++;
        if (isComplete()) {
            hub = null;
            known.clear();
        }
    }

    boolean isComplete() {
        return verified == pages.size();
    }

    boolean isWinner(Member page) {
        return page.ref() == group.winner().ref();
    }

    /** How a page, or one of equal text, compares with the winner; {@code null} where that is not known yet. */
    Verdict known(Member page) {
        return known.get(page.original());
    }

    void learn(Member page, Verdict verdict) {
        known.put(page.original(), verdict);
    }

    /** Compares a page with the winner. */
    Verdict compare(Member page, PageTexts texts, PairComparator comparator, Runnable ensureNotCancelled)
            throws IOException {
        if (hub == null) {
            hub = texts.of(group.winner().original()).hubOf(others);
        }
        PreparedPage other = texts.of(page.original());
        boolean winnerIsAbove = group.winner().compareRank(page) < 0;
        Comparison comparison = winnerIsAbove
                ? comparator.compare(hub, other, ensureNotCancelled)
                : comparator.compare(other, hub, ensureNotCancelled);
        return new Verdict(
                comparison.relation(),
                comparison.confidence(),
                comparison.resemblance(),
                winnerIsAbove ? comparison.containmentBInA() : comparison.containmentAInB(),
                winnerIsAbove ? comparison.containmentAInB() : comparison.containmentBInA());
    }
}
