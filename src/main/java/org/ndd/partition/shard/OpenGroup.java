package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.group.Role;
import org.ndd.core.group.WinnerRule;
import org.ndd.partition.shard.Grouper.Group;

/**
 * A group whose pages are being compared with its winner, one by one; pages of equal text once. Pages that are not near the winner are
 * judged again among themselves, until every page is a winner or near to one.
 */
final class OpenGroup {

    private final List<WinnerRule> rules;
    private final Group first;
    private final long ramBytes;
    private final Map<Long, Verdict> known = new HashMap<>();
    private final Map<Long, Group> winnersOfEquals = new HashMap<>();
    private Group group;
    private List<Member> pages;
    private List<Member> notNear;
    private long others;
    private PreparedPage hub;
    private int verified;
    private int round;

    /**
     * @param members the pages that follow {@code leader}, in any order
     * @param rules say which page is kept
     * @param alone whether pages are verified where there is no other than the leader
     */
    OpenGroup(Member leader, List<Member> members, List<WinnerRule> rules, boolean alone) {
        this.rules = rules;
        List<Member> counted = new ArrayList<>();
        List<Member> contained = new ArrayList<>();
        counted.add(leader);
        for (Member member : members) {
            (member.role() == Role.PART_OF ? contained : counted).add(member);
        }
        counted.sort(Member::compareRank);
        first = new Group(leader, winner(counted), counted.size());
        List<Member> all = new ArrayList<>(counted.size() > 1 || alone ? counted : List.of());
        all.addAll(Member.sorted(contained));
        ramBytes = all.stream().mapToLong(Member::ramBytes).sum();
        begin(first, all);
    }

    private Member winner(List<Member> of) {
        return WinnerRule.winner(rules, of, Member::candidate, Member::compareRank);
    }

    /** Judges some pages by a winner; where enough winners were asked, equal texts only. */
    private void begin(Group next, List<Member> some) {
        group = next;
        pages = some;
        notNear = new ArrayList<>();
        verified = 0;
        forget();
        Member winner = next.winner();
        others = pages.stream()
                .filter(page -> page.original() != winner.original())
                .count();
        known.put(winner.original(), Verdict.EQUAL);
        if (round == WinnerRule.MOST_WINNERS) {
            pages.stream().collect(Collectors.groupingBy(Member::original)).forEach((original, equals) -> {
                known.put(original, Verdict.EQUAL);
                winnersOfEquals.put(original, new Group(first.leader(), winner(equals), first.size()));
            });
        }
        // where the leader has no value, pages that are not apart from it may be apart from each other
        pages.stream()
                .filter(page -> page.apart().isApartFrom(winner.apart()))
                .forEach(page -> known.putIfAbsent(page.original(), Verdict.APART));
    }

    private void forget() {
        hub = null;
        known.clear();
        winnersOfEquals.clear();
    }

    /** Bytes of heap, nearly, without what is kept for comparing. */
    long ramBytes() {
        return ramBytes;
    }

    /** The group with its first winner. */
    Group group() {
        return first;
    }

    /** The group with the winner that a page is judged by now. */
    Group groupOf(Member page) {
        return winnersOfEquals.getOrDefault(page.original(), group);
    }

    /** All pages to be verified and the winner: those contained in the leader last, otherwise in rank order. */
    List<Member> pages() {
        return pages;
    }

    /** How many pages are verified: those that come first. */
    int verified() {
        return verified;
    }

    /**
     * One more page is verified. After the last one those that are not near the winner are judged among themselves; where there are none,
     * nothing is kept for comparing.
     *
     * @return whether the page has its winner; if not, it comes again
     */
    boolean advance(Member page, Verdict verdict) {
        boolean settled = verdict.relation().isNear() || page.role() == Role.PART_OF;
        if (settled == false) {
            notNear.add(page);
        }
        verified++;
        if (isComplete()) {
            forget();
            if (notNear.isEmpty() == false) {
                round++;
                begin(new Group(first.leader(), winner(notNear), first.size()), notNear);
            }
        }
        return settled;
    }

    boolean isComplete() {
        return verified == pages.size();
    }

    boolean isWinner(Member page) {
        return page.ref() == groupOf(page).winner().ref();
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
        return Verdict.of(winnerIsAbove ? comparison.swapped() : comparison);
    }
}
