package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.group.CanonicalRule;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.group.DecidedDocuments;
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;
import org.ndd.partition.shard.Grouper.Group;
import org.ndd.partition.shard.PageTexts.PivotPage;

/**
 * A group whose documents are being compared with its canonical document in sequence, documents of equal text once. Documents that are not
 * near the canonical document are judged again among themselves, until every document is canonical or near a canonical document.
 */
final class OpenGroup {

    /** Bytes of a document that is held until the canonical documents of markets are known, in addition to the member itself. */
    private static final long HELD_BYTES = 64;

    private final CanonicalRules canonicals;
    private final DecidedDocuments decided;
    private final Group first;
    private final long ramBytes;
    private final Deque<ResolvedMember> held = new ArrayDeque<>();
    private final Deque<ResolvedMember> resolved = new ArrayDeque<>();
    private final Map<Long, Verdict> known = new HashMap<>();
    private final Map<Long, Group> canonicalsOfEquals = new HashMap<>();
    private Group group;
    private List<Member> pages;
    private List<Member> notNear;
    private long others;
    private int verified;
    private int round;

    /** @param alone whether a leader without other documents is verified */
    OpenGroup(Member leader, List<Member> members, CanonicalRules canonicals, DecidedDocuments decided, boolean alone) {
        this.canonicals = canonicals;
        this.decided = decided;
        List<Member> counted = new ArrayList<>();
        List<Member> contained = new ArrayList<>();
        counted.add(leader);
        for (Member member : members) {
            (member.role() == Role.PART_OF ? contained : counted).add(member);
        }
        counted.sort(Member::compareRank);
        first = new Group(leader, canonical(counted), counted.size());
        List<Member> all = new ArrayList<>(counted.size() > 1 || alone ? counted : List.of());
        all.addAll(Member.sorted(contained));
        ramBytes = all.stream().mapToLong(Member::ramBytes).sum()
                + (canonicals.markets().isEmpty() ? 0 : HELD_BYTES * all.size());
        begin(first, all);
    }

    /** A document whose canonical document is determined; the verdict is {@code null} for the canonical document itself. */
    record ResolvedMember(Group group, Member page, Verdict toCanonical, List<String> canonicalIn) {

        private ResolvedMember canonicalIn(List<String> markets) {
            return new ResolvedMember(group, page, toCanonical, markets);
        }

        /** Whether it may be canonical, which a document that is only contained in the leader may not. */
        private boolean isCandidate() {
            return page.role() != Role.PART_OF;
        }
    }

    private Member canonical(List<Member> of) {
        return canonicals.canonical(of, Member::candidate, Member::compareRank);
    }

    /**
     * Starts to judge documents by a canonical document. After the maximum number of canonical documents, only documents of equal text get
     * the same one.
     */
    private void begin(Group next, List<Member> some) {
        group = next;
        pages = some;
        notNear = new ArrayList<>();
        verified = 0;
        forget();
        Member canonical = next.canonical();
        others = pages.stream()
                .filter(page -> page.original() != canonical.original())
                .count();
        known.put(canonical.original(), Verdict.EQUAL);
        if (round == CanonicalRule.MAX_CANONICALS) {
            pages.stream().collect(Collectors.groupingBy(Member::original)).forEach((original, equals) -> {
                known.put(original, Verdict.EQUAL);
                canonicalsOfEquals.put(original, new Group(first.leader(), canonical(equals), first.size()));
            });
        }
        // if the leader has no value in a field of must_agree, documents that agree with it can differ from each other
        pages.stream()
                .filter(page -> page.mustAgreeKeys().disagreesWith(canonical.mustAgreeKeys()))
                .forEach(page -> known.putIfAbsent(page.original(), Verdict.APART));
    }

    private void forget() {
        known.clear();
        canonicalsOfEquals.clear();
    }

    long ramBytes() {
        return ramBytes;
    }

    Group group() {
        return first;
    }

    /** Returns the group with the canonical document by which a document is currently judged. */
    Group groupOf(Member page) {
        return canonicalsOfEquals.getOrDefault(page.original(), group);
    }

    /** Returns all documents to verify and the canonical document, in rank order, with documents contained in the leader last. */
    List<Member> pages() {
        return pages;
    }

    /** Returns the number of verified documents, which are the first ones. */
    int verified() {
        return verified;
    }

    /**
     * Adds the verdict on the next document. If the document is near the canonical document, its canonical document is determined, see
     * {@link #takeResolved}. All other documents are judged among themselves after the last one. If there are none, the verdicts are
     * discarded.
     */
    void advance(Member page, Verdict verdict) {
        if (verdict.relation().isNear() || page.role() == Role.PART_OF) {
            boolean isCanonical = page.ref() == groupOf(page).canonical().ref();
            held.add(new ResolvedMember(groupOf(page), page, isCanonical ? null : verdict, List.of()));
        } else {
            notNear.add(page);
        }
        verified++;
        if (isVerified()) {
            joinByDecision();
        }
        if (isVerified() || canonicals.markets().isEmpty()) {
            settle();
        }
        if (isVerified()) {
            forget();
            if (notNear.isEmpty() == false) {
                round++;
                begin(new Group(first.leader(), canonical(notNear), first.size()), notNear);
            }
        }
    }

    /**
     * Assigns the canonical document to documents that are not near it, if decisions of people require it. Called when all documents were
     * compared with it.
     */
    private void joinByDecision() {
        if (decided.isEmpty() || round == CanonicalRule.MAX_CANONICALS) {
            return;
        }
        Member canonical = group.canonical();
        Set<Long> others = notNear.stream().map(Member::ref).collect(Collectors.toSet());
        List<Long> near = pages.stream()
                .filter(page -> page.role() != Role.PART_OF)
                .map(Member::ref)
                .filter(ref -> others.contains(ref) == false)
                .toList();
        Set<Long> excluded = notNear.stream()
                .filter(page -> page.mustAgreeKeys().disagreesWith(canonical.mustAgreeKeys()))
                .map(Member::ref)
                .collect(Collectors.toSet());
        Set<Long> joined = decided.joinedByDecision(canonical.ref(), near, others, excluded);
        for (Member page : notNear) {
            if (joined.contains(page.ref())) {
                held.add(new ResolvedMember(group, page, known(page).decided(decided.by(page.ref())), List.of()));
            }
        }
        notNear.removeIf(page -> joined.contains(page.ref()));
    }

    /**
     * Releases the held documents. The canonical document in a market is determined when a canonical document and all its duplicates are
     * known.
     */
    private void settle() {
        if (canonicals.markets().isEmpty()) {
            resolved.addAll(held);
            held.clear();
            return;
        }
        Map<Long, List<Member>> byCanonical = new TreeMap<>();
        for (ResolvedMember one : held) {
            if (one.isCandidate()) {
                byCanonical
                        .computeIfAbsent(one.group().canonical().ref(), canonical -> new ArrayList<>())
                        .add(one.page());
            }
        }
        Map<Long, List<String>> byMarket = new HashMap<>();
        byCanonical
                .values()
                .forEach(of -> canonicals
                        .byMarket(of, Member::candidate, Member::compareRank)
                        .forEach((page, markets) -> byMarket.put(page.ref(), markets)));
        while (held.isEmpty() == false) {
            ResolvedMember one = held.poll();
            List<String> markets = one.isCandidate() ? byMarket.get(one.page().ref()) : null;
            resolved.add(markets == null ? one : one.canonicalIn(markets));
        }
    }

    /**
     * Takes documents whose canonical documents are determined. In a run with markets, documents are held until their canonical documents
     * in all markets are determined.
     */
    List<ResolvedMember> takeResolved(int most) {
        List<ResolvedMember> taken = new ArrayList<>();
        while (taken.size() < most && resolved.isEmpty() == false) {
            taken.add(resolved.poll());
        }
        return taken;
    }

    private boolean isVerified() {
        return verified == pages.size();
    }

    /** Whether the canonical documents of all documents are determined, and all documents were taken. */
    boolean isComplete() {
        return isVerified() && resolved.isEmpty();
    }

    /** Returns the verdict on a document, or one of equal text, and the canonical document; {@code null} if it is not compared yet. */
    Verdict known(Member page) {
        return known.get(page.original());
    }

    void learn(Member page, Verdict verdict) {
        known.put(page.original(), verdict);
    }

    /** Compares a document with the canonical document. Changes only {@code lastCanonical}, so several threads may compare. */
    Verdict compare(Member page, PageComparisons comparisons, PivotPage lastCanonical) throws IOException {
        PageTexts texts = comparisons.texts();
        long ref = group.canonical().original();
        if (lastCanonical.isPage(ref) == false) {
            lastCanonical.keep(ref, texts.of(ref), others);
        }
        PreparedPage canonical = lastCanonical.page();
        PreparedPage other = texts.of(page.original());
        boolean canonicalIsAbove = group.canonical().compareRank(page) < 0;
        Comparison comparison =
                canonicalIsAbove ? comparisons.compare(canonical, other) : comparisons.compare(other, canonical);
        return Verdict.of(canonicalIsAbove ? comparison.swapped() : comparison);
    }
}
