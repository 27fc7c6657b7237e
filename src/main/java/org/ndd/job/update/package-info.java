/**
 * Finds the pages that changed since a position in the history of a shard, and updates the groups of a run for them. {@link
 * org.ndd.job.update.IndexChanges} reads the operations that a lease retains; start there. {@link org.ndd.job.update.GroupUpdate} sends the
 * requests of an update. {@link org.ndd.job.update.ClassifiedChanges} is the first of the stages that decide on each page and group. The
 * schedule of checkpoints is in {@code org.ndd.job}.
 *
 * <p>The ids of {@link org.ndd.job.update.ChangedDocuments} may belong to documents that the user has no right to see, so they are only for
 * code of ndd, never for a response. Callers search for them again with the user's rights.
 */
package org.ndd.job.update;
