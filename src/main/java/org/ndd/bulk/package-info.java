/**
 * Executes bulk tasks, which process many documents. Reads the documents of a point in time in batches, with a limited speed and with
 * pauses that block no thread. Retries transient failures, and stores the results of separate tasks. Claims prevent two tasks from
 * changing one index at the same time. Nothing in this package depends on the processing of a document. Start with {@link
 * org.ndd.bulk.BulkAction} and {@link org.ndd.bulk.BatchLoop}. Runs also use {@link org.ndd.bulk.Throttle} and {@link org.ndd.bulk.Pause},
 * which limit the speed, {@link org.ndd.bulk.WorkStealingExecutor}, which shares work with idle threads, and {@link
 * org.ndd.bulk.PeriodicCheck}. All requests use {@link org.ndd.bulk.CompleteSearch}, {@link org.ndd.bulk.ReservedMemory} and {@link
 * org.ndd.bulk.ExpectedFailure}.
 */
package org.ndd.bulk;
