package org.ndd.core.partition;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.group.CanonicalRule;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.group.DecidedDocuments;
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;
import org.ndd.core.partition.Partition.Group;
import org.ndd.core.partition.Partition.Group.Page;

/**
 * Selects the canonical document of a group and compares every other document with it. The documents that are not near it are processed
 * again among themselves, until every document is a canonical document or near to one (docs/algorithm.md, Canonical document).
 */
final class GroupMaker {

    private final RankedDocuments documents;
    private final int[] originals;
    private final PairComparator comparator;
    private final CanonicalRules canonicals;
    private final DecidedDocuments decided;
    private final Runnable cancellationCheck;
    private long verifications;

    GroupMaker(
            RankedDocuments documents,
            int[] originals,
            PairComparator comparator,
            CanonicalRules canonicals,
            DecidedDocuments decided,
            Runnable cancellationCheck) {
        this.documents = documents;
        this.originals = originals;
        this.comparator = comparator;
        this.canonicals = canonicals;
        this.decided = decided;
        this.cancellationCheck = cancellationCheck;
    }

    /**
     * Makes a group. Its documents are not kept apart from the leader, but if the leader has no value of a field, they may be kept apart
     * from each other. Those that are kept apart from a canonical document are not compared with it, and have another.
     *
     * @param members positions of its documents, ascending: the leader first
     * @param contained positions of the documents that are part of the leader, ascending
     */
    Group make(List<Integer> members, List<Integer> contained) {
        int leader = members.get(0);
        SortedMap<Integer, Page> pages = new TreeMap<>();
        List<Page> others = new ArrayList<>();
        PartitionDocument firstCanonical = null;
        List<Integer> left = members;
        for (int round = 0; left.isEmpty() == false && round < CanonicalRule.MAX_CANONICALS; round++) {
            int canonical = canonical(left);
            // equal texts are compared as the document that represents them, with its site
            PreparedPage pivot = documents.page(originals[canonical]).asPivot(left.size() - 1 + contained.size());
            Map<Integer, Verdict> known = new HashMap<>();
            known.put(originals[canonical], Verdict.EQUAL);
            SortedMap<Integer, Verdict> near = new TreeMap<>();
            List<Integer> notNear = new ArrayList<>();
            for (int member : left) {
                Verdict verdict =
                        known.computeIfAbsent(originals[member], original -> compare(canonical, pivot, original));
                if (verdict.relation().isNear()) {
                    near.put(member, verdict);
                } else {
                    notNear.add(member);
                }
            }
            for (int joined : joinedByDecision(canonical, near.keySet(), notNear)) {
                near.put(joined, known.get(originals[joined]).decided(decided.by(joined)));
                notNear.remove((Integer) joined);
            }
            keep(leader, canonical, near, pages);
            if (round == 0) {
                firstCanonical = documents.document(canonical);
                for (int part : contained) {
                    Verdict verdict = compare(canonical, pivot, part);
                    others.add(new Page(documents.document(part), Role.PART_OF, firstCanonical, verdict, List.of()));
                }
            }
            left = notNear;
        }
        for (List<Integer> equals : byText(left)) {
            SortedMap<Integer, Verdict> near = new TreeMap<>();
            equals.forEach(member -> near.put(member, Verdict.EQUAL));
            keep(leader, canonical(equals), near, pages);
        }
        return new Group(documents.document(leader), firstCanonical, List.copyOf(pages.values()), others);
    }

    private Set<Integer> joinedByDecision(int canonical, Set<Integer> near, List<Integer> others) {
        if (decided.isEmpty()) {
            return Set.of();
        }
        Set<Long> excluded = others.stream()
                .filter(other -> documents.disagree(canonical, other))
                .map(Integer::longValue)
                .collect(Collectors.toSet());
        return decided
                .joinedByDecision(
                        canonical,
                        near.stream().map(Integer::longValue).toList(),
                        others.stream().map(Integer::longValue).toList(),
                        excluded)
                .stream()
                .map(Long::intValue)
                .collect(Collectors.toSet());
    }

    /** Adds a canonical document and its duplicates to the documents of a group, with the markets that keep each. */
    private void keep(int leader, int canonical, SortedMap<Integer, Verdict> near, SortedMap<Integer, Page> pages) {
        Map<Integer, List<String>> byMarket = canonicals.byMarket(
                List.copyOf(near.keySet()), documents::canonicalCandidate, Comparator.naturalOrder());
        near.forEach((member, verdict) -> pages.put(
                member,
                new Page(
                        documents.document(member),
                        role(member, leader),
                        documents.document(canonical),
                        verdict,
                        byMarket.getOrDefault(member, List.of()))));
    }

    private int canonical(List<Integer> pages) {
        return canonicals.canonical(pages, documents::canonicalCandidate, Comparator.naturalOrder());
    }

    private Collection<List<Integer>> byText(List<Integer> members) {
        return members.stream()
                .collect(Collectors.groupingBy(member -> originals[member]))
                .values();
    }

    private Verdict compare(int canonical, PreparedPage pivot, int other) {
        if (documents.disagree(canonical, other)) {
            return Verdict.APART;
        }
        verifications++;
        PreparedPage page = documents.page(originals[other]);
        return Verdict.of(
                canonical < other
                        ? comparator.compare(pivot, page, cancellationCheck).swapped()
                        : comparator.compare(page, pivot, cancellationCheck));
    }

    private Role role(int member, int leader) {
        if (member == leader) {
            return Role.LEADER;
        }
        return originals[member] == member ? Role.MEMBER : Role.EXACT;
    }

    long verifications() {
        return verifications;
    }
}
