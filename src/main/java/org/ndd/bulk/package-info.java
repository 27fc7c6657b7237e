/**
 * Common parts of bulk tasks, which process many documents: a fixed view of them read batch by batch, a speed, pauses that hold no thread,
 * bulks that are retried while the cluster is busy, separate tasks whose result is stored, and claims that prevent two tasks from changing
 * one index at the same time. Nothing in this package depends on the processing of a document. Start with {@link org.ndd.bulk.BulkAction}
 * and {@link org.ndd.bulk.BatchLoop}.
 */
package org.ndd.bulk;
