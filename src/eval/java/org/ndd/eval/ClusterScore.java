package org.ndd.eval;

import java.util.HashMap;
import java.util.Map;

/**
 * How well groups agree with labelled sets, over documents that have a label (B-cubed: each document counts once, so that large sets do not
 * decide alone as they do over pairs).
 *
 * @param precision mean over documents of the share of its group that is of its set
 * @param recall mean over documents of the share of its set that is in its group
 */
record ClusterScore(double precision, double recall) {

    private record Cell(String label, String group) {}

    /**
     * Scores groups.
     *
     * @param labels name of the set of each document by id
     * @param groups name of the group of each document by id; for the same ids at least
     */
    static ClusterScore of(Map<String, String> labels, Map<String, String> groups) {
        Map<String, Integer> sets = new HashMap<>();
        Map<String, Integer> sizes = new HashMap<>();
        Map<Cell, Integer> cells = new HashMap<>();
        labels.forEach((id, label) -> {
            String group = groups.get(id);
            sets.merge(label, 1, Integer::sum);
            sizes.merge(group, 1, Integer::sum);
            cells.merge(new Cell(label, group), 1, Integer::sum);
        });
        double precision = 0;
        double recall = 0;
        for (Map.Entry<Cell, Integer> cell : cells.entrySet()) {
            double common = cell.getValue();
            precision += common * common / sizes.get(cell.getKey().group());
            recall += common * common / sets.get(cell.getKey().label());
        }
        return labels.isEmpty()
                ? new ClusterScore(1, 1)
                : new ClusterScore(precision / labels.size(), recall / labels.size());
    }
}
