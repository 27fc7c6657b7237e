package org.ndd.job.update;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.bulk.ReservedMemory;
import org.ndd.config.DocumentName;
import org.ndd.config.ShardPosition;

/**
 * The documents that changed, collected from the responses of shards in any order. The receiver must close it, because the circuit breaker
 * accounts for its memory. If history is lost or too many documents changed, it has neither documents nor positions: all documents must
 * then be read. Thread-safe while it is collected.
 */
public final class ChangedDocuments implements Releasable {

    /** Approximate bytes of a document: its id and its entry in a set, without the characters. */
    private static final long BYTES_PER_DOCUMENT = 300;

    private final int limit;
    private final ReservedMemory memory;
    private final Set<DocumentName> documents = new TreeSet<>();
    private final Map<ShardId, ShardPosition> positions = new HashMap<>();
    private final Set<ShardId> lost = new HashSet<>();
    private boolean tooMany;

    /** @param limit maximum number of documents, 1 or more */
    ChangedDocuments(int limit, CircuitBreaker breaker) {
        this.limit = limit;
        this.memory = new ReservedMemory(breaker, "ndd changes");
    }

    synchronized void add(ShardId shard, Collection<String> ids) {
        for (String id : ids) {
            if (isUnknown()) {
                return;
            }
            DocumentName document = new DocumentName(shard.getIndexName(), id);
            if (documents.contains(document) == false) {
                if (documents.size() == limit) {
                    tooMany = true;
                    forget();
                    return;
                }
                memory.add(BYTES_PER_DOCUMENT + (long) Character.BYTES * id.length());
                documents.add(document);
            }
        }
    }

    synchronized void read(ShardId shard, ShardPosition position) {
        if (isUnknown() == false) {
            positions.put(shard, position);
        }
    }

    /** Records that a shard has another history, or no longer has operations after its position. */
    synchronized void addLost(ShardId shard) {
        lost.add(shard);
        forget();
    }

    private void forget() {
        documents.clear();
        positions.clear();
    }

    /** Returns whether the changed documents could not be determined. Then further documents are not needed. */
    public synchronized boolean isUnknown() {
        return tooMany || lost.isEmpty() == false;
    }

    /** Returns the documents with an operation. They may be deleted, or the user may have no right to see them. */
    public Set<DocumentName> documents() {
        return documents;
    }

    public Map<ShardId, ShardPosition> positions() {
        return positions;
    }

    /**
     * Returns shards with operations after their position that no longer exist, or with another history. May be incomplete, because reading
     * stops after the first of these.
     */
    public Set<ShardId> lost() {
        return lost;
    }

    /** Returns whether more documents changed than the limit of the request. */
    public boolean tooMany() {
        return tooMany;
    }

    @Override
    public void close() {
        memory.close();
    }
}
