package org.ndd.job.changes;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.config.ShardPosition;

/** Collects the responses of shards, in any order. Discards all documents above a limit. */
final class ChangeCollector implements Releasable {

    /** Approximate bytes of a document: its id and its entry in a set, without the characters. */
    private static final long BYTES_PER_DOCUMENT = 300;

    private final int limit;
    private final CircuitBreaker breaker;

    private final Map<String, Set<String>> byIndex = new TreeMap<>();
    private final Map<ShardId, ShardPosition> positions = new HashMap<>();
    private final Set<ShardId> lost = new HashSet<>();
    private final Releasable memory = Releasables.releaseOnce(this::releaseMemory);
    private int count;
    private long bytes;
    private boolean tooMany;

    /** @param limit maximum number of documents, 1 or more */
    ChangeCollector(int limit, CircuitBreaker breaker) {
        this.limit = limit;
        this.breaker = breaker;
    }

    /** Adds the ids of documents of a shard. */
    synchronized void add(ShardId shard, Collection<String> ids) {
        for (String id : ids) {
            if (isStopped()) {
                return;
            }
            Set<String> ofIndex = byIndex.computeIfAbsent(shard.getIndexName(), index -> new TreeSet<>());
            if (ofIndex.contains(id) == false) {
                if (count == limit) {
                    tooMany = true;
                    byIndex.clear();
                    return;
                }
                long more = BYTES_PER_DOCUMENT + (long) Character.BYTES * id.length();
                breaker.addEstimateBytesAndMaybeBreak(more, "ndd_changes");
                bytes += more;
                count++;
                ofIndex.add(id);
            }
        }
    }

    synchronized void read(ShardId shard, ShardPosition position) {
        positions.put(shard, position);
    }

    synchronized void addLost(ShardId shard) {
        lost.add(shard);
    }

    /** Returns whether further documents are not needed. */
    synchronized boolean isStopped() {
        return tooMany || lost.isEmpty() == false;
    }

    /** Returns all documents. The memory then belongs to the result. */
    synchronized ChangedDocuments result() {
        if (isStopped()) {
            return new ChangedDocuments(Map.of(), Map.of(), Set.copyOf(lost), tooMany, memory);
        }
        return new ChangedDocuments(byIndex, Map.copyOf(positions), Set.of(), false, memory);
    }

    private synchronized void releaseMemory() {
        breaker.addWithoutBreaking(-bytes);
    }

    @Override
    public void close() {
        memory.close();
    }
}
