/**
 * Determines the documents that changed since a position, from the operations that a lease retains on a shard. Does not depend on groups or
 * runs. The ids may belong to documents that the user has no right to see, so they are only for code of ndd, never for a response. Callers
 * search for them again with the user's rights. Start with {@link org.ndd.job.changes.IndexChanges}.
 */
package org.ndd.job.changes;
