package org.ndd.aggs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.util.BytesRef;
import org.ndd.aggs.SketchedSet.SketchedDocuments;
import org.ndd.config.DocumentName;
import org.ndd.core.group.DecidedDocuments;
import org.ndd.decisions.KnownDecisions;

/**
 * Changes sets so that they agree with decisions, by the rules of a run ({@link DecidedDocuments}). The order of the sets and of their
 * members is used as rank order. Each document with a decision is a separate member, so that it can move to another set. Documents that did
 * not match may connect others.
 */
final class DecidedSets {

    private DecidedSets() {}

    /**
     * Applies decisions.
     *
     * @param sets sets, largest first
     * @return the changed sets, largest first
     */
    static <T extends SketchedDocuments> List<SketchedSet<T>> of(List<SketchedSet<T>> sets, KnownDecisions decisions) {
        List<T> members = new ArrayList<>();
        List<Integer> leaders = new ArrayList<>();
        Map<BytesRef, Integer> leadersOfTexts = new HashMap<>();
        Map<DocumentName, Integer> decided = new HashMap<>();
        for (SketchedSet<T> set : sets) {
            int first = members.size();
            for (T member : set.members()) {
                if (member.decided() != null) {
                    decided.put(member.decided(), members.size());
                }
                // equal texts are in one set, even if they have no fingerprints or were not compared
                Integer known = leadersOfTexts.putIfAbsent(member.digest(), first);
                leaders.add(known == null ? first : known);
                members.add(member);
            }
        }
        if (decided.isEmpty()) {
            return sets;
        }
        int[] byTexts = resolveRoots(leaders);
        DecidedDocuments documents = decisions.numbered(byTexts, decided);
        Map<Long, List<T>> bySet = new TreeMap<>();
        for (int member = 0; member < byTexts.length; member++) {
            long leader = documents.leader(documents.isDecided(member) ? member : byTexts[member]);
            bySet.computeIfAbsent(leader, set -> new ArrayList<>()).add(members.get(member));
        }
        return bySet.values().stream()
                .map(SketchedSet::of)
                .sorted(SketchedSet.largestFirst())
                .toList();
    }

    /** Returns the leaders of leaders, because the first member of a set may have the text of a member of a larger set. */
    private static int[] resolveRoots(List<Integer> leaders) {
        int[] roots = new int[leaders.size()];
        for (int member = 0; member < roots.length; member++) {
            int leader = leaders.get(member);
            roots[member] = leader == member ? member : roots[leader];
        }
        return roots;
    }
}
