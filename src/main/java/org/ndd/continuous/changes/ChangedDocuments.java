package org.ndd.continuous.changes;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.index.shard.ShardId;

/**
 * Which documents changed. To be closed by whoever gets it, as it is on the circuit breaker. Where history is lost or there is too much, no
 * documents and no positions are said: only a look at all documents helps then.
 *
 * @param byIndex documents by the name of their index, each index in order of ids, each id once: the last operation of a document wins, and
 *     where an id was deleted from one shard and is on another, as its routing changed, it is there. May name documents that the user does
 *     not see
 * @param positions how far each shard was read
 * @param lost shards of which operations since their position are not there any more, or that have another history; not all of them where
 *     there are several, as nothing more is read after the first
 * @param tooMany whether more documents changed than were asked for at most
 * @param memory what is held on the circuit breaker
 */
public record ChangedDocuments(
        Map<String, List<ChangedDocument>> byIndex,
        Map<ShardId, ShardPosition> positions,
        Set<ShardId> lost,
        boolean tooMany,
        Releasable memory)
        implements Releasable {

    /** Whether it could not be said what changed. */
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
