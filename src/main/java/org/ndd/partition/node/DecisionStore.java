package org.ndd.partition.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.get.MultiGetResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.RefCountingRunnable;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.ndd.compat.NddVersion;
import org.ndd.groups.GroupMapping;
import org.ndd.partition.shard.ShardRun;

/**
 * Stores the decisions of a run's shards in the run's index, so that a later attempt does not repeat comparisons. Writes with the rights of
 * the user. The decisions of a shard are stored in numbered chunks, each of several thousand decisions, or of the decisions of 5 seconds.
 * Stored decisions save work but are not required: a chunk that cannot be written is omitted. Thread-safe, but only one thread at a time
 * may use it for the same shard.
 */
final class DecisionStore {

    private static final Logger logger = LogManager.getLogger(DecisionStore.class);

    /** Number of chunks per fetch: about 3 MB. */
    private static final int FETCH = 16;

    private static final int DELETE = 1000;

    /** Maximum number of concurrent writes of chunks. If writes are slow, further decisions wait in the log. */
    private static final int MAX_PENDING_WRITES = 8;

    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final String runId;
    private final Map<Integer, Chunks> chunks = new ConcurrentHashMap<>();
    private final Set<SubscribableListener<Void>> pendingWrites = ConcurrentHashMap.newKeySet();

    private static final class Chunks {

        private int next;
        private long keptAt = System.nanoTime();
    }

    DecisionStore(String runId) {
        this.runId = runId;
    }

    private static String id(int shard, int chunk) {
        return "decisions-" + shard + "-" + chunk;
    }

    private Chunks of(int shard) {
        return chunks.computeIfAbsent(shard, ordinal -> new Chunks());
    }

    void load(ShardRun shard, Client client, Runnable ensureActive) {
        int free = 0;
        for (int first = 0; first <= free; first += FETCH) {
            MultiGetRequest request = new MultiGetRequest();
            for (int chunk = first; chunk < first + FETCH; chunk++) {
                request.add(runId, id(shard.ordinal(), chunk));
            }
            MultiGetResponse chunks =
                    BlockingRpc.awaitResponse(listener -> client.multiGet(request, listener), ensureActive);
            MultiGetItemResponse[] responses = chunks.getResponses();
            for (int i = 0; i < FETCH; i++) {
                if (responses[i].isFailed() == false
                        && responses[i].getResponse().isExists()) {
                    free = first + i + 1;
                    Object decisions =
                            responses[i].getResponse().getSourceAsMap().get(GroupMapping.DECISIONS);
                    remember(shard, new BytesArray(Base64.getDecoder().decode((String) decisions)));
                }
            }
        }
        of(shard.ordinal()).next = free;
    }

    /**
     * Passes stored decisions to a shard. Decisions that another version of ndd stored in another format are ignored, and decided again.
     */
    private void remember(ShardRun shard, BytesReference kept) {
        try (StreamInput in = kept.streamInput()) {
            NddVersion.readStored(in);
            shard.remember(kept.slice(kept.length() - in.available(), in.available()));
        } catch (IllegalArgumentException | IOException e) {
            logger.debug(() -> "decisions of run [" + runId + "] are not taken over", e);
        }
    }

    private static byte[] kept(BytesReference decisions) {
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            NddVersion.writeStored(out);
            decisions.writeTo(out);
            return BytesReference.toBytes(out.bytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes all stored decisions of a shard, and stores no more. Call it when no decision can be required again. */
    void forget(ShardRun shard, Client client, Runnable ensureActive) {
        shard.decisions().takeLog();
        BlockingRpc.awaitResponse(this::settled, ensureActive);
        int free = of(shard.ordinal()).next;
        for (int first = 0; first < free; first += DELETE) {
            BulkRequest request = new BulkRequest();
            for (int chunk = first; chunk < Math.min(free, first + DELETE); chunk++) {
                request.add(new DeleteRequest(runId, id(shard.ordinal(), chunk)));
            }
            BlockingRpc.<BulkResponse>awaitResponse(listener -> client.bulk(request, listener), ensureActive);
        }
    }

    /** Stores the decisions of a shard if there are many, or 5 seconds after the last write. Does not wait for the write. */
    void storePeriodically(ShardRun shard, Client client) {
        boolean due = shard.decisions().isLogFull() || System.nanoTime() - of(shard.ordinal()).keptAt > INTERVAL_NANOS;
        if (due && pendingWrites.size() < MAX_PENDING_WRITES) {
            store(shard, client);
        }
    }

    /** Stores the decisions of a shard since the last write. Does not wait for the write. */
    void store(ShardRun shard, Client client) {
        Chunks kept = of(shard.ordinal());
        kept.keptAt = System.nanoTime();
        BytesReference decisions = shard.decisions().takeLog();
        if (decisions.length() == 0) {
            return;
        }
        IndexRequest request = new IndexRequest(runId)
                .id(id(shard.ordinal(), kept.next++))
                .opType(DocWriteRequest.OpType.CREATE)
                .source(GroupMapping.DECISIONS, Base64.getEncoder().encodeToString(kept(decisions)));
        SubscribableListener<Void> written = new SubscribableListener<>();
        pendingWrites.add(written);
        client.index(
                request,
                ActionListener.runAfter(
                        ActionListener.wrap(
                                done -> {},
                                e -> logger.debug(() -> "decisions of run [" + runId + "] were not kept", e)),
                        () -> {
                            pendingWrites.remove(written);
                            written.onResponse(null);
                        }));
    }

    /** Waits until all pending writes have completed or failed. */
    void settled(ActionListener<Void> listener) {
        try (var all = new RefCountingRunnable(() -> listener.onResponse(null))) {
            pendingWrites.forEach(write -> write.addListener(ActionListener.releasing(all.acquire())));
        }
    }
}
