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
 * Names the canonical document of a group and compares every other page with it; what is not near it is judged again among itself, until
 * every page is a canonical document or near to one (docs/algorithm.md, Canonical document).
 */
public final class GroupMaker {

    private final RankedDocuments documents;
    private final int[] originals;
    private final PairComparator comparator;
    private final CanonicalRules canonicals;
    private final Runnable cancellationCheck;
    private long verifications;

    GroupMaker(
            RankedDocuments documents,
            int[] originals,
            PairComparator comparator,
            List<CanonicalRule> rules,
            Runnable cancellationCheck) {
        this.documents = documents;
        this.originals = originals;
        this.comparator = comparator;
        this.canonicals = CanonicalRules.of(rules);
        this.cancellationCheck = cancellationCheck;
    }

    /**
     * Makes a group. Its pages are not apart from the leader, but where that has no value of a field, they may be apart from each other:
     * those that are apart from a canonical document are not compared with it, and have another.
     *
     * @param members places of its pages, ascending: the leader first
     * @param contained places of the documents that are part of the leader, ascending
     */
    Group make(List<Integer> members, List<Integer> contained) {
        SortedMap<Integer, Page> pages = new TreeMap<>();
        List<Page> others = new ArrayList<>();
        PartitionDocument firstCanonical = null;
        List<Integer> left = members;
        for (int round = 0; left.isEmpty() == false && round < CanonicalRule.MOST_CANONICALS; round++) {
            int canonical = canonical(left);
            // Equal texts count as the page that stands for them, with its site.
            PreparedPage hub = documents.page(originals[canonical]).hubOf(left.size() - 1 + contained.size());
            Map<Integer, Closeness> known = new HashMap<>();
            known.put(originals[canonical], Closeness.EQUAL);
            List<Integer> notNear = new ArrayList<>();
            for (int member : left) {
                Closeness closeness =
                        known.computeIfAbsent(originals[member], original -> compare(canonical, hub, original));
                if (closeness.relation().isNear()) {
                    pages.put(member, page(member, role(member, members.get(0)), canonical, closeness));
                } else {
                    notNear.add(member);
                }
            }
            if (round == 0) {
                firstCanonical = documents.document(canonical);
                for (int part : contained) {
                    others.add(page(part, Role.PART_OF, canonical, compare(canonical, hub, part)));
                }
            }
            left = notNear;
        }
        for (List<Integer> equals : byText(left)) {
            int canonical = canonical(equals);
            for (int member : equals) {
                pages.put(member, page(member, role(member, members.get(0)), canonical, Closeness.EQUAL));
            }
        }
        return new Group(documents.document(members.get(0)), firstCanonical, List.copyOf(pages.values()), others);
    }

    private int canonical(List<Integer> pages) {
        return canonicals.canonical(pages, documents::canonicalCandidate, Comparator.naturalOrder());
    }

    private Collection<List<Integer>> byText(List<Integer> members) {
        return members.stream()
                .collect(Collectors.groupingBy(member -> originals[member]))
                .values();
    }

    private record Closeness(
            Relation relation, double confidence, double resemblance, double inCanonical, double ofCanonical) {

        static final Closeness EQUAL = new Closeness(Relation.SAME, 1, 1, 1, 1);
        static final Closeness APART = new Closeness(Relation.OTHER_ITEM, 0, 0, 0, 0);
    }

    private Closeness compare(int canonical, PreparedPage hub, int other) {
        if (documents.areApart(canonical, other)) {
            return Closeness.APART;
        }
        verifications++;
        boolean canonicalIsAbove = canonical < other;
        PreparedPage page = documents.page(originals[other]);
        Comparison comparison = canonicalIsAbove
                ? comparator.compare(hub, page, cancellationCheck)
                : comparator.compare(page, hub, cancellationCheck);
        return new Closeness(
                comparison.relation(),
                comparison.confidence(),
                comparison.resemblance(),
                canonicalIsAbove ? comparison.containmentBInA() : comparison.containmentAInB(),
                canonicalIsAbove ? comparison.containmentAInB() : comparison.containmentBInA());
    }

    private Role role(int member, int leader) {
        if (member == leader) {
            return Role.LEADER;
        }
        return originals[member] == member ? Role.MEMBER : Role.EXACT;
    }

    private Page page(int place, Role role, int canonical, Closeness closeness) {
        return new Page(
                documents.document(place),
                role,
                documents.document(canonical),
                closeness.relation(),
                closeness.confidence(),
                closeness.resemblance(),
                closeness.inCanonical(),
                closeness.ofCanonical());
    }

    /** Comparisons made so far. */
    long verifications() {
        return verifications;
    }
}
