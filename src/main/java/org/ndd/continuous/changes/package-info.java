/**
 * Which documents changed since somebody last looked: read from the operations that a shard keeps, held by a retention lease. Knows nothing
 * of groups or of runs. What comes out of here are ids of documents that the user may not be allowed to see, so it is for code of ndd's
 * alone, never for an answer: who works on them looks them up again with the user's rights. Start with {@link
 * org.ndd.continuous.changes.IndexChanges}.
 */
package org.ndd.continuous.changes;
