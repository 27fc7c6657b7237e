package org.ndd.partition.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.shard.ShardClients;
import org.ndd.partition.shard.TermQuery;

/**
 * Walks over the terms of many shards in parallel. Its memory, one response and one delivery per shard and the head of one term, is on the
 * circuit breaker before the data is requested. The more shards, the shorter the responses: for up to 256 shards it is 32 MB at most, and
 * 128 kB for each further one, in addition to the head.
 */
final class TermCursors implements Releasable {

    /** Maximum total size of the responses of all shards in memory. */
    private static final long BYTES = 8 << 20;

    private static final long LEAST_BYTES = 32 << 10;

    /** A response and a delivery, each of which may take twice as much heap as on the wire. */
    private static final int COPIES = 4;

    private final CircuitBreaker breaker;
    private final long reserved;
    private MergedHead head;
    private final List<TermCursor> all = new ArrayList<>();
    private final List<ReferenceCursor> references = new ArrayList<>();
    private final Runnable ensureNotCancelled;

    /**
     * Requests the first terms of each shard of a run.
     *
     * @throws IOException if a shard cannot be read
     */
    static TermCursors of(
            PartitionPlan plan,
            CircuitBreaker breaker,
            ShardClients peers,
            TermQuery query,
            Runnable ensureNotCancelled)
            throws IOException {
        return new TermCursors(breaker, plan.ordinals(false), plan.ordinals(true), peers, query, ensureNotCancelled);
    }

    /**
     * Requests the first terms of each shard.
     *
     * @param shards ordinals of the shards whose terms are merged
     * @param ofReference ordinals of further shards, of which only these terms count
     */
    TermCursors(
            CircuitBreaker breaker,
            List<Integer> shards,
            List<Integer> ofReference,
            ShardClients peers,
            TermQuery query,
            Runnable ensureNotCancelled)
            throws IOException {
        int number = shards.size() + ofReference.size();
        long bytes = Math.max(LEAST_BYTES, Math.min(query.limits().bytes(), BYTES / Math.max(1, number)));
        this.breaker = breaker;
        this.ensureNotCancelled = ensureNotCancelled;
        this.reserved = COPIES * bytes * number;
        breaker.addEstimateBytesAndMaybeBreak(reserved, "ndd terms");
        boolean success = false;
        try {
            for (int shard : shards) {
                ensureNotCancelled.run();
                all.add(new TermCursor(
                        shard, peers.shard(shard), query.within(query.limits().work(), bytes), ensureNotCancelled));
            }
            for (int shard : ofReference) {
                references.add(new ReferenceCursor(
                        shard, peers.shard(shard), query.within(query.limits().work(), bytes), ensureNotCancelled));
            }
            head = new MergedHead(all.isEmpty() ? 0 : all.get(0).width(), breaker);
            success = true;
        } finally {
            if (success == false) {
                close();
            }
        }
    }

    /** Used for the documents of one term at a time. */
    MergedHead head() {
        return head;
    }

    /** In the order of the shards. */
    List<TermCursor> all() {
        return all;
    }

    /** A merge of all terms. */
    TermMerge merge() {
        return new TermMerge(all, references, ensureNotCancelled);
    }

    /** Sends the remaining results. */
    void flush() throws IOException {
        for (TermCursor cursor : all) {
            cursor.flush();
        }
    }

    @Override
    public void close() {
        Releasables.close(head);
        breaker.addWithoutBreaking(-reserved);
    }
}
