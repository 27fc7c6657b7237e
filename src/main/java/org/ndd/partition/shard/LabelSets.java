package org.ndd.partition.shard;

/** Mode sets: the label of a document is the first in rank order of its predecessors' labels, otherwise the document itself. */
public final class LabelSets implements DecisionRule {

    private final ShardDecisions decisions;

    public LabelSets(ShardRun shard) {
        this.decisions = shard.decisions();
    }

    @Override
    public int decide(int[] docs, long most, StepCounts counts) {
        int decided = (int) Math.min(most, docs.length);
        for (int i = 0; i < decided; i++) {
            label(docs[i]);
        }
        return decided;
    }

    private void label(int doc) {
        Predecessors predecessors = decisions.predecessors();
        DocRows labels = predecessors.leaders();
        long first = predecessors.start(doc);
        for (long entry = first + 1; entry < predecessors.end(doc); entry++) {
            first = labels.compare(entry, labels, first) < 0 ? entry : first;
        }
        if (first == predecessors.end(doc)) {
            decisions.lead(doc);
        } else {
            decisions.follow(doc, first);
        }
    }
}
