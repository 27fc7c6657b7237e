/**
 * The documents that changed since a position: read from the operations that a shard keeps, retained by a lease. Knows nothing of groups or
 * of runs. The ids may belong to documents that the user is not allowed to see, so they are only for ndd's code, never for a response:
 * callers look them up again with the user's rights. Start with {@link org.ndd.job.changes.IndexChanges}.
 */
package org.ndd.job.changes;
