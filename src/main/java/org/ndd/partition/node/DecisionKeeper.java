package org.ndd.partition.node;

import java.io.IOException;
import java.util.Base64;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.ndd.config.GroupFields;
import org.ndd.partition.shard.ShardRun;
import org.ndd.partition.wire.NddVersion;

/**
 * Keeps what the shards of a run decide in the run's index, with the rights of the user, so that an attempt after a failure does not compare
 * again. A shard's decisions are numbered chunks of some thousand each. Keeping them is worth something and not necessary: a chunk that cannot
 * be written is left out.
 */
final class DecisionKeeper {

    private static final Logger logger = LogManager.getLogger(DecisionKeeper.class);

    /** Chunks fetched at once: about 3 MB. */
    private static final int FETCH = 16;

    private static final int DELETE = 1000;

    private final String runId;
    private final Client client;

    DecisionKeeper(String runId, Client client) {
        this.runId = runId;
        this.client = client;
    }

    private static String id(int shard, int chunk) {
        return "decisions-" + shard + "-" + chunk;
    }

    /**
     * Gives a shard what earlier attempts decided.
     *
     * @return the number of the first chunk that is free
     */
    int load(ShardRun shard) throws IOException {
        int free = 0;
        for (int first = 0; first <= free; first += FETCH) {
            MultiGetRequest request = new MultiGetRequest();
            for (int chunk = first; chunk < first + FETCH; chunk++) {
                request.add(runId, id(shard.ordinal(), chunk));
            }
            MultiGetItemResponse[] chunks = client.multiGet(request).actionGet().getResponses();
            for (int i = 0; i < FETCH; i++) {
                if (chunks[i].isFailed() == false && chunks[i].getResponse().isExists()) {
                    free = first + i + 1;
                    Object decisions = chunks[i].getResponse().getSourceAsMap().get(GroupFields.DECISIONS);
                    remember(shard, new BytesArray(Base64.getDecoder().decode((String) decisions)));
                }
            }
        }
        return free;
    }

    /** What another version of ndd kept in another way is decided again. */
    private void remember(ShardRun shard, BytesReference kept) throws IOException {
        try (StreamInput in = kept.streamInput()) {
            NddVersion.readKept(in);
            shard.remember(kept.slice(kept.length() - in.available(), in.available()));
        } catch (IllegalArgumentException e) {
            logger.debug(() -> "decisions of run [" + runId + "] are not taken over", e);
        }
    }

    private static byte[] kept(BytesReference decisions) throws IOException {
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            NddVersion.writeKept(out);
            decisions.writeTo(out);
            return BytesReference.toBytes(out.bytes());
        }
    }

    /** Deletes all chunks of a shard up to a number, exclusive: to be called when nothing is left to be done again. */
    void forget(int shard, int free) {
        for (int first = 0; first < free; first += DELETE) {
            BulkRequest request = new BulkRequest();
            for (int chunk = first; chunk < Math.min(free, first + DELETE); chunk++) {
                request.add(new DeleteRequest(runId, id(shard, chunk)));
            }
            client.bulk(request).actionGet();
        }
    }

    /** Writes a chunk without waiting for it. */
    void keep(int shard, int chunk, BytesReference decisions) throws IOException {
        IndexRequest request = new IndexRequest(runId)
                .id(id(shard, chunk))
                .opType(DocWriteRequest.OpType.CREATE)
                .source(GroupFields.DECISIONS, Base64.getEncoder().encodeToString(kept(decisions)));
        client.index(
                request,
                ActionListener.wrap(
                        done -> {}, e -> logger.debug(() -> "decisions of run [" + runId + "] were not kept", e)));
    }
}
