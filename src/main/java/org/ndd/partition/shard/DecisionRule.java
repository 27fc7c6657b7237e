package org.ndd.partition.shard;

import java.io.IOException;

/** Decides which leaders documents follow, once all that the decision depends on is known. Made for one round. */
public interface DecisionRule {

    /**
     * Decides documents.
     *
     * @param docs ascending; the leaders of all their predecessors are known
     * @param most maximum number of documents to decide; those that an earlier attempt at the run decided do not count, and are counted as
     *     {@link StepCounts.Count#REPLAYED}
     * @return the number of decided documents: the first ones, and fewer than all if the maximum is reached
     */
    int decide(int[] docs, long most, StepCounts counts) throws IOException;
}
