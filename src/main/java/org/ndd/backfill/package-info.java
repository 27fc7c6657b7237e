/**
 * Fingerprints documents that were indexed without the processor: {@code POST /{index}/_ndd/backfill}. Reads the documents in batches from
 * one point in time, and sends documents that need it through the pipeline again. Never overwrites a document that another client wrote
 * after it was read.
 *
 * <p>The processor is in {@code org.ndd.ingest}. Start with {@link org.ndd.backfill.BackfillAction}, then {@link
 * org.ndd.backfill.BackfillRun}.
 */
package org.ndd.backfill;
