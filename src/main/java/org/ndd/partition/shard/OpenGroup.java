package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.group.Role;
import org.ndd.core.group.WinnerRule;
import org.ndd.core.group.Winners;
import org.ndd.partition.shard.Grouper.Group;

/**
 * A group whose documents are being compared with its winner, one by one; documents of equal text once. Documents that are not near the
 * winner are judged again among themselves, until every document is a winner or near to one.
 */
final class OpenGroup {

    /** Memory of a document that is held until the winners of markets are known, in addition to the member itself. */
    private static final long HELD_BYTES = 64;

    private final Winners winners;
    private final Group first;
    private final long ramBytes;
    private final Deque<Settled> held = new ArrayDeque<>();
    private final Deque<Settled> settled = new ArrayDeque<>();
    private final Map<Long, Verdict> known = new HashMap<>();
    private final Map<Long, Group> winnersOfEquals = new HashMap<>();
    private Group group;
    private List<Member> pages;
    private List<Member> notNear;
    private long others;
    private int verified;
    private int round;

    /**
     * @param members the documents that follow {@code leader}, in any order
     * @param winners the rules that select the documents to keep
     * @param alone whether the leader is verified if there is no other document
     */
    OpenGroup(Member leader, List<Member> members, Winners winners, boolean alone) {
        this.winners = winners;
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
        ramBytes = all.stream().mapToLong(Member::ramBytes).sum()
                + (winners.markets().isEmpty() ? 0 : HELD_BYTES * all.size());
        begin(first, all);
    }

    /**
     * A document that has its winner.
     *
     * @param toWinner how it compares with the winner; {@code null} for the winner itself
     * @param winsIn markets in which it wins itself
     */
    record Settled(Group group, Member page, Verdict toWinner, List<String> winsIn) {

        private Settled wins(List<String> markets) {
            return new Settled(group, page, toWinner, markets);
        }

        /** Whether it may win: a document that is only contained in the leader never does. */
        private boolean isCandidate() {
            return page.role() != Role.PART_OF;
        }
    }

    private Member winner(List<Member> of) {
        return winners.winner(of, Member::candidate, Member::compareRank);
    }

    /** Judges some documents by a winner; after the maximum number of winners, only by equality of their texts. */
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
        // if the leader has no value, documents that are not apart from it may be apart from each other
        pages.stream()
                .filter(page -> page.apart().isApartFrom(winner.apart()))
                .forEach(page -> known.putIfAbsent(page.original(), Verdict.APART));
    }

    private void forget() {
        known.clear();
        winnersOfEquals.clear();
    }

    /** Approximate bytes of heap. */
    long ramBytes() {
        return ramBytes;
    }

    /** The group with its first winner. */
    Group group() {
        return first;
    }

    /** The group with the winner by which a document is currently judged. */
    Group groupOf(Member page) {
        return winnersOfEquals.getOrDefault(page.original(), group);
    }

    /** All documents to be verified and the winner: those contained in the leader last, otherwise in rank order. */
    List<Member> pages() {
        return pages;
    }

    /** Number of verified documents, which are the first ones. */
    int verified() {
        return verified;
    }

    /**
     * One more document is verified. Either it has its winner, see {@link #takeSettled}, or it comes again: after the last one, the
     * documents that are not near the winner are judged among themselves. If there are none, the verdicts are discarded.
     */
    void advance(Member page, Verdict verdict) {
        if (verdict.relation().isNear() || page.role() == Role.PART_OF) {
            boolean wins = page.ref() == groupOf(page).winner().ref();
            held.add(new Settled(groupOf(page), page, wins ? null : verdict, List.of()));
        } else {
            notNear.add(page);
        }
        verified++;
        if (isVerified() || winners.markets().isEmpty()) {
            settle();
        }
        if (isVerified()) {
            forget();
            if (notNear.isEmpty() == false) {
                round++;
                begin(new Group(first.leader(), winner(notNear), first.size()), notNear);
            }
        }
    }

    /** Releases the documents that are held. The winner in a market is known once a winner and all its losers are. */
    private void settle() {
        if (winners.markets().isEmpty()) {
            settled.addAll(held);
            held.clear();
            return;
        }
        Map<Long, List<Member>> byWinner = new TreeMap<>();
        for (Settled one : held) {
            if (one.isCandidate()) {
                byWinner.computeIfAbsent(one.group().winner().ref(), winner -> new ArrayList<>())
                        .add(one.page());
            }
        }
        Map<Long, List<String>> wins = new HashMap<>();
        byWinner.values()
                .forEach(of -> winners.byMarket(of, Member::candidate, Member::compareRank)
                        .forEach((page, markets) -> wins.put(page.ref(), markets)));
        while (held.isEmpty() == false) {
            Settled one = held.poll();
            List<String> markets = one.isCandidate() ? wins.get(one.page().ref()) : null;
            settled.add(markets == null ? one : one.wins(markets));
        }
    }

    /** Takes some documents that have their winners; in a run with markets, documents are held until their winners there are known. */
    List<Settled> takeSettled(int most) {
        List<Settled> taken = new ArrayList<>();
        while (taken.size() < most && settled.isEmpty() == false) {
            taken.add(settled.poll());
        }
        return taken;
    }

    private boolean isVerified() {
        return verified == pages.size();
    }

    /** Whether all documents have their winners, and were taken. */
    boolean isComplete() {
        return isVerified() && settled.isEmpty();
    }

    /** How a document, or one of equal text, compares with the winner; {@code null} if that is not known yet. */
    Verdict known(Member page) {
        return known.get(page.original());
    }

    void learn(Member page, Verdict verdict) {
        known.put(page.original(), verdict);
    }

    /**
     * Compares a document with the winner. Changes only the hub of the winner, so several threads may compare at the same time.
     *
     * @param lastWinner the winner with which the thread compared last
     */
    Verdict compare(
            Member page, PageTexts texts, Hub lastWinner, PairComparator comparator, Runnable ensureNotCancelled)
            throws IOException {
        long ref = group.winner().original();
        if (lastWinner.isOf(ref) == false) {
            lastWinner.keep(ref, texts.of(ref), others);
        }
        PreparedPage winner = lastWinner.page();
        PreparedPage other = texts.of(page.original());
        boolean winnerIsAbove = group.winner().compareRank(page) < 0;
        Comparison comparison = winnerIsAbove
                ? comparator.compare(winner, other, ensureNotCancelled)
                : comparator.compare(other, winner, ensureNotCancelled);
        return Verdict.of(winnerIsAbove ? comparison.swapped() : comparison);
    }
}
