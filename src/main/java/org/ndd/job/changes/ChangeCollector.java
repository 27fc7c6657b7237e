package org.ndd.job.changes;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.job.changes.ChangedDocuments.ChangedDocument;

/** Collects the responses of shards, in any order. Discards all documents above a limit. */
final class ChangeCollector implements Releasable {

    /** Approximate bytes of a document: its strings and its entries in two maps, without the characters. */
    private static final long BYTES_PER_DOCUMENT = 300;

    private final int limit;
    private final CircuitBreaker breaker;

    /** Documents by shard, because only operations of the same shard have an order. */
    private final TreeMap<ShardId, Map<String, ChangedDocument>> documents = new TreeMap<>();

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

    /** Adds documents of a shard. Their operations must come after the ones that were added before. */
    synchronized void add(ShardId shard, List<ChangedDocument> changed) {
        for (ChangedDocument document : changed) {
            if (isStopped()) {
                return;
            }
            Map<String, ChangedDocument> shardChanges = documents.computeIfAbsent(shard, s -> new HashMap<>());
            if (shardChanges.containsKey(document.id()) == false) {
                if (count == limit) {
                    tooMany = true;
                    documents.clear();
                    return;
                }
                reserve(document);
                count++;
            }
            shardChanges.put(document.id(), document);
        }
    }

    private void reserve(ChangedDocument document) {
        long more = BYTES_PER_DOCUMENT
                + Character.BYTES
                        * (document.id().length()
                                + (document.routing() == null
                                        ? 0L
                                        : document.routing().length()));
        breaker.addEstimateBytesAndMaybeBreak(more, "ndd_changes");
        bytes += more;
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
        Map<String, Map<String, ChangedDocument>> byIndex = new TreeMap<>();
        documents.forEach((shard, shardChanges) -> {
            Map<String, ChangedDocument> indexChanges =
                    byIndex.computeIfAbsent(shard.getIndexName(), index -> new TreeMap<>());
            shardChanges.forEach((id, document) -> indexChanges.merge(id, document, (a, b) -> a.deleted() ? b : a));
        });
        Map<String, List<ChangedDocument>> lists = new TreeMap<>();
        byIndex.forEach((index, indexChanges) -> lists.put(index, List.copyOf(indexChanges.values())));
        return new ChangedDocuments(lists, Map.copyOf(positions), Set.of(), false, memory);
    }

    private synchronized void releaseMemory() {
        breaker.addWithoutBreaking(-bytes);
    }

    @Override
    public void close() {
        memory.close();
    }
}
