package org.ndd.partition.node;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.wire.PassingFailures;

/**
 * Writes to a run's index with the rights of the user, in bulks of bounded size, one of which is under way while the next is made. Where
 * the destination takes no writes for a while (a read-only block, a full disk, rejections, a lost primary), it is tried again for as long
 * as the run's timeout says. Used by one thread.
 */
final class RunWriter {

    private static final int BULK_ACTIONS = 1000;

    private static final long BULK_BYTES = 1 << 20;

    /** How long a bulk waits for the primary shard of the destination before it is tried again, so that a cancel is noticed. */
    private static final TimeValue BULK_TIMEOUT = TimeValue.timeValueSeconds(1);

    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final PartitionPlan plan;
    private final Client client;
    private final Runnable ensureGoesOn;
    private BulkRequest next = newBulk();
    private BulkRequest underWay = newBulk();
    private PlainActionFuture<BulkResponse> response;
    private long written;

    /** @param ensureGoesOn throws where the run or its destination has ended */
    RunWriter(PartitionPlan plan, Client client, Runnable ensureGoesOn) {
        this.plan = plan;
        this.client = client;
        this.ensureGoesOn = ensureGoesOn;
    }

    /** Writes a document over the one before of the same id, sooner or later. */
    void add(String id, BytesReference document) {
        next.add(new IndexRequest(plan.runId())
                .id(id)
                .opType(DocWriteRequest.OpType.INDEX)
                .source(document, XContentType.JSON));
        if (next.numberOfActions() == BULK_ACTIONS || next.estimatedSizeInBytes() >= BULK_BYTES) {
            flush();
        }
    }

    /**
     * Waits until all documents that were given are written.
     *
     * @return how many were
     */
    long finish() {
        flush();
        await();
        return written;
    }

    /** Sends the bulk that was made, once the one before is written. */
    private void flush() {
        await();
        if (next.numberOfActions() > 0) {
            underWay = next;
            next = newBulk();
            response = send();
        }
    }

    private PlainActionFuture<BulkResponse> send() {
        ensureGoesOn.run();
        PlainActionFuture<BulkResponse> future = new PlainActionFuture<>();
        client.bulk(underWay, future);
        return future;
    }

    /** Waits until the bulk that is under way is written. */
    private void await() {
        if (response == null) {
            return;
        }
        int actions = underWay.numberOfActions();
        long giveUp = System.nanoTime() + plan.timeout().nanos();
        long pause = SLICE_NANOS;
        Exception refusal = refusal();
        while (refusal != null) {
            if (System.nanoTime() - giveUp > 0) {
                throw new ElasticsearchException("groups could not be written to [" + plan.runId() + "]", refusal);
            }
            pause(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
            response = send();
            refusal = refusal();
        }
        response = null;
        written += actions;
    }

    /** Waits for the answer, leaves in the bulk what is to be sent again, and returns why; {@code null} where nothing is. */
    private Exception refusal() {
        BulkResponse answer;
        try {
            answer = response.actionGet();
        } catch (RuntimeException e) {
            return again(e);
        }
        BulkRequest rest = newBulk();
        Exception refusal = null;
        for (BulkItemResponse item : answer) {
            if (item.isFailed()) {
                refusal = again(item.getFailure().getCause());
                rest.add(underWay.requests().get(item.getItemId()));
            }
        }
        underWay = rest;
        return refusal;
    }

    private Exception again(Exception e) {
        Throwable cause = ExceptionsHelper.unwrapCause(e);
        if (cause instanceof IndexNotFoundException || PassingFailures.passes(e) == false) {
            throw new ElasticsearchException("groups could not be written to [" + plan.runId() + "]", e);
        }
        return e;
    }

    private void pause(long nanos) {
        for (long left = nanos; left > 0; left -= SLICE_NANOS) {
            ensureGoesOn.run();
            LockSupport.parkNanos(Math.min(left, SLICE_NANOS));
        }
        ensureGoesOn.run();
    }

    private static BulkRequest newBulk() {
        return new BulkRequest().timeout(BULK_TIMEOUT);
    }
}
