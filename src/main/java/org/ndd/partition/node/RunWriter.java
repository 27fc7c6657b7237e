package org.ndd.partition.node;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.bulk.BulkWriter;
import org.ndd.bulk.RetryUntilTimeout;
import org.ndd.bulk.TransientFailures;
import org.ndd.partition.plan.PartitionPlan;

/**
 * Writes to a run's index with the rights of the user, in bulks of bounded size, one of which is sent while the next is filled. If the
 * destination temporarily rejects writes (a read-only block, a full disk, rejections, a lost primary), writes are retried until the run's
 * timeout. Never blocks: the caller must stop when it {@link #isFull}, and is notified when all documents are written.
 */
final class RunWriter {

    private static final int BULK_ACTIONS = 1000;

    private static final long BULK_BYTES = 1 << 20;

    /** Maximum number of bulks that are complete but not written: a few megabytes. */
    private static final int MAX_BULKS = 4;

    /** Maximum time that a bulk waits for the primary shard of the destination before a retry, so that a cancellation is detected. */
    private static final TimeValue BULK_TIMEOUT = TimeValue.timeValueSeconds(1);

    private final PartitionPlan plan;
    private final BulkWriter writer;
    private final Runnable ensureActive;
    private BulkRequest next = newBulk();
    private long added;
    /** Number of bulks that are complete but not written; remains above the maximum after a failure. */
    private final AtomicInteger waiting = new AtomicInteger();
    /** Completes when the last complete bulk is written. */
    private SubscribableListener<Void> written = SubscribableListener.nullSuccess();

    /** @param ensureActive throws if the run has ended */
    RunWriter(
            PartitionPlan plan,
            Client client,
            ClusterService clusterService,
            CancellableTask task,
            Runnable ensureActive) {
        this.plan = plan;
        this.ensureActive = ensureActive;
        this.writer = new BulkWriter(
                client,
                clusterService,
                RunWriter::newBulk,
                this::isTransient,
                (step, listener) -> RetryUntilTimeout.run(
                        client.threadPool(),
                        plan.timeout(),
                        task,
                        this::isTransient,
                        l -> {
                            ensureActive.run();
                            step.accept(l);
                        },
                        listener),
                BulkWriter::nothingBefore);
    }

    /** Queues a document, which replaces an existing one of the same id. Not thread-safe. */
    void add(String id, BytesReference document) {
        next.add(new IndexRequest(plan.runId())
                .id(id)
                .opType(DocWriteRequest.OpType.INDEX)
                .source(document, XContentType.JSON));
        if (next.numberOfActions() == BULK_ACTIONS || next.estimatedSizeInBytes() >= BULK_BYTES) {
            flush();
        }
    }

    /** Whether the queue is full, so that no more documents should be added. */
    boolean isFull() {
        return waiting.get() >= MAX_BULKS;
    }

    /** Completes the writes, once, after all documents. The listener gets the number of written documents. */
    void finish(ActionListener<Long> listener) {
        flush();
        written.addListener(listener.map(done -> added));
    }

    private void flush() {
        if (next.numberOfActions() > 0) {
            BulkRequest bulk = next;
            next = newBulk();
            added += bulk.numberOfActions();
            waiting.incrementAndGet();
            written = written.andThen(l -> send(bulk, l));
        }
    }

    private void send(BulkRequest bulk, ActionListener<Void> listener) {
        writer.write(
                bulk.requests(),
                List.of(),
                request -> request,
                BulkWriter::requireSuccess,
                ActionListener.wrap(
                        done -> {
                            waiting.decrementAndGet();
                            listener.onResponse(null);
                        },
                        e -> {
                            waiting.addAndGet(MAX_BULKS);
                            Exception inactive = inactive();
                            listener.onFailure(
                                    inactive == null
                                            ? new ElasticsearchException(
                                                    "groups could not be written to [" + plan.runId() + "]: "
                                                            + TransientFailures.describe(e),
                                                    e)
                                            : inactive);
                        }));
    }

    private Exception inactive() {
        try {
            ensureActive.run();
            return null;
        } catch (Exception e) {
            return e;
        }
    }

    private boolean isTransient(Exception e) {
        return ExceptionsHelper.unwrapCause(e) instanceof IndexNotFoundException == false
                && TransientFailures.isTransient(e)
                && inactive() == null;
    }

    private static BulkRequest newBulk() {
        return new BulkRequest().timeout(BULK_TIMEOUT);
    }
}
