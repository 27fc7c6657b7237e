package org.ndd.job.changes;

import java.util.Map;
import java.util.Set;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.config.ShardPosition;

/**
 * The documents that changed. The receiver must close it, because the circuit breaker accounts for its memory. If history is lost or too
 * many documents changed, it has neither documents nor positions: all documents must then be read.
 *
 * @param byIndex ids of documents with an operation, by the name of their index. The documents may be deleted, or the user may have no
 *     right to see them
 * @param positions position up to which each shard was read
 * @param lost shards with operations after their position that no longer exist, or with another history. May be incomplete, because
 *     reading stops after the first of these
 * @param tooMany whether more documents changed than the limit of the request
 * @param memory releases the memory from the circuit breaker
 */
public record ChangedDocuments(
        Map<String, Set<String>> byIndex,
        Map<ShardId, ShardPosition> positions,
        Set<ShardId> lost,
        boolean tooMany,
        Releasable memory)
        implements Releasable {

    /** Returns whether the changed documents could not be determined. */
    public boolean isUnknown() {
        return tooMany || lost.isEmpty() == false;
    }

    @Override
    public void close() {
        memory.close();
    }
}
