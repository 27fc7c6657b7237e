package org.ndd.core.group;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Preserves the names of groups that are recomputed. A new group takes the name of the old group with which it shares most documents,
 * unless either of the two was matched with a group with which it shares more documents. O(n log n) for n documents.
 */
public final class GroupNames {

    private record Overlap(String before, String after, int pages) {}

    private static final Comparator<Overlap> MOST_FIRST = Comparator.comparingInt(Overlap::pages)
            .reversed()
            .thenComparing(Overlap::before)
            .thenComparing(Overlap::after);

    private GroupNames() {}

    /**
     * Finds the names of old groups that continue.
     *
     * @param before the old group of each document that was in one
     * @param after the current group of each document, under any name
     * @return the name of the old group for each new group that continues one; each name at most once
     */
    public static <P> Map<String, String> kept(Map<P, String> before, Map<P, String> after) {
        Map<String, Map<String, Integer>> shared = new TreeMap<>();
        after.forEach((page, group) -> {
            String old = before.get(page);
            if (old != null) {
                shared.computeIfAbsent(old, name -> new TreeMap<>()).merge(group, 1, Integer::sum);
            }
        });
        List<Overlap> overlaps = shared.entrySet().stream()
                .flatMap(old -> old.getValue().entrySet().stream()
                        .map(group -> new Overlap(old.getKey(), group.getKey(), group.getValue())))
                .sorted(MOST_FIRST)
                .toList();
        Map<String, String> kept = new HashMap<>();
        Set<String> taken = new HashSet<>();
        for (Overlap overlap : overlaps) {
            if (kept.containsKey(overlap.after()) == false && taken.add(overlap.before())) {
                kept.put(overlap.after(), overlap.before());
            }
        }
        return kept;
    }
}
