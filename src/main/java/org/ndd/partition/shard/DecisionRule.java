package org.ndd.partition.shard;

import java.io.IOException;

/** Decides which leaders documents follow, once all that the decision depends on is known. Made for one round. */
public interface DecisionRule {

    /**
     * Decides documents.
     *
     * @param docs ascending; the leaders of all their predecessors are known
     * @param most how many it may decide; those that an earlier attempt at the run decided are free, and counted as
     *     {@link StepCounts.Count#REPLAYED}
     * @return how many were decided: the first ones, and fewer than all where no more may be decided
     */
    int decide(int[] docs, long most, StepCounts counts) throws IOException;
}
