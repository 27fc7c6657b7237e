package org.ndd.eval.score;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Number of documents by labeled set, by group, and by both. */
final class Contingency {

    /**
     * @param label name of a labeled set
     * @param group name of a group
     */
    record Cell(String label, String group) {}

    private final Map<String, Integer> sets = new HashMap<>();
    private final Map<String, Integer> groups = new HashMap<>();
    private final Map<Cell, Integer> cells = new HashMap<>();
    private final int documents;

    /**
     * @param labels name of the set of each document by id
     * @param groupOf name of the group of each document by id; contains at least the same ids
     */
    Contingency(Map<String, String> labels, Map<String, String> groupOf) {
        this.documents = labels.size();
        labels.forEach((id, label) -> {
            String group = groupOf.get(id);
            sets.merge(label, 1, Integer::sum);
            groups.merge(group, 1, Integer::sum);
            cells.merge(new Cell(label, group), 1, Integer::sum);
        });
    }

    int documents() {
        return documents;
    }

    Map<Cell, Integer> cells() {
        return cells;
    }

    int ofSet(String label) {
        return sets.get(label);
    }

    int ofGroup(String group) {
        return groups.get(group);
    }

    /** Returns the pairs of documents with the same label. */
    double pairsInSets() {
        return pairs(sets.values());
    }

    /** Returns the pairs of documents in the same group. */
    double pairsInGroups() {
        return pairs(groups.values());
    }

    /** Returns the pairs of documents with the same label in the same group. */
    double pairsInBoth() {
        return pairs(cells.values());
    }

    /** Returns the pairs of documents. */
    double pairs() {
        return pairs(documents);
    }

    private static double pairs(Collection<Integer> sizes) {
        return sizes.stream().mapToDouble(Contingency::pairs).sum();
    }

    private static double pairs(int size) {
        return size * (size - 1.0) / 2;
    }
}
