package org.ndd.partition.shard;

import org.ndd.bulk.WorkStealingExecutor;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;

/**
 * The texts, the comparator and the threads with which a step of a run compares documents. Thread-safe.
 *
 * @param workers threads that share the comparisons
 * @param ensureNotCancelled called by several threads
 */
public record PageComparisons(
        PageTexts texts, PairComparator comparator, WorkStealingExecutor workers, Runnable ensureNotCancelled) {

    /** Compares a document with one below it in rank order. */
    Comparison compare(PreparedPage above, PreparedPage below) {
        return comparator.compare(above, below, ensureNotCancelled);
    }
}
