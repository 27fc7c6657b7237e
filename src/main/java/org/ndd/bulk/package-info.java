/**
 * What all jobs need that work through many documents: a fixed view of them read batch by batch, a speed, pauses that hold no thread,
 * bulks that are tried again while the cluster is busy, tasks of their own whose result is kept, and claims that keep two jobs from changing
 * one index at the same time. Nothing in here knows what is done with a document. Start with {@link org.ndd.bulk.PointInTime} and
 * {@link org.ndd.bulk.BulkWriter}.
 */
package org.ndd.bulk;
