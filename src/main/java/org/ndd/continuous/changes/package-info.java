/** What changed in a shard since it was looked at last. Start with {@link org.ndd.continuous.changes.ShardPosition}. */
package org.ndd.continuous.changes;
