/**
 * Fingerprints what was indexed without the processor: {@code POST /{index}/_ndd/backfill}. Reads the documents in batches from one point
 * in time, sends those that need it through the pipeline again, and never overwrites what somebody else wrote meanwhile.
 *
 * <p>What the processor does is in {@code org.ndd.ingest}. Start with {@link org.ndd.backfill.TransportBackfillAction}, then
 * {@link org.ndd.backfill.BackfillRun}.
 */
package org.ndd.backfill;
