package org.ndd.continuous.changes;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.index.shard.ShardId;

/**
 * Which documents changed. To be closed by whoever gets it, as it is on the circuit breaker.
 *
 * @param byIndex documents by the name of their index, each index in order of ids, each id once: the last operation of a document wins, and
 *     where an id was deleted from one shard and is on another, as its routing changed, it is there. May name documents that the user does
 *     not see
 * @param positions how far each shard was read; only shards that were read to the end, so none where there was too much
 * @param lost shards of which operations since their position are not there any more, or that have another history
 * @param tooMany whether more documents changed than were asked for at most; then no documents are named
 * @param memory what is held on the circuit breaker
 */
public record ChangedDocuments(
        Map<String, List<ChangedDocument>> byIndex,
        Map<ShardId, ShardPosition> positions,
        Set<ShardId> lost,
        boolean tooMany,
        Releasable memory)
        implements Releasable {

    /** Whether only a full run can say what there is now. */
    public boolean isPartial() {
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
