package org.ndd.job.changes;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.index.shard.ShardId;

/**
 * The documents that changed. The receiver must close it, as it is accounted on the circuit breaker. If history is lost or too many
 * documents changed, it has no documents and no positions: only a look at all documents helps then.
 *
 * @param byIndex documents by the name of their index, each index in order of ids, each id once: the last operation of a document wins. If
 *     an id was deleted from one shard and exists on another, because its routing changed, it counts as existing. May name documents that
 *     the user does not see
 * @param positions how far each shard was read
 * @param lost shards of which operations since their position do not exist any more, or that have another history. May be incomplete, as
 *     reading stops after the first of them
 * @param tooMany whether more documents changed than the limit of the request
 * @param memory bytes that are accounted on the circuit breaker
 */
public record ChangedDocuments(
        Map<String, List<ChangedDocument>> byIndex,
        Map<ShardId, ShardPosition> positions,
        Set<ShardId> lost,
        boolean tooMany,
        Releasable memory)
        implements Releasable {

    /** Whether the changed documents could not be determined. */
    public boolean isUnknown() {
        return tooMany || lost.isEmpty() == false;
    }

    /** How many documents changed. */
    public long count() {
        return byIndex.values().stream().mapToLong(List::size).sum();
    }

    @Override
    public void close() {
        memory.close();
    }
}
