package org.ndd.partition.node;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.bulk.Pause;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.wire.TransientFailures;

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

    private static final long FIRST_PAUSE_MILLIS = 250;
    private static final long LONGEST_PAUSE_MILLIS = 10_000;

    private final PartitionPlan plan;
    private final Client client;
    private final Runnable ensureActive;
    private final SubscribableListener<Long> finished = new SubscribableListener<>();
    private BulkRequest next = newBulk();
    private final Queue<Attempts> bulks = new ArrayDeque<>();
    private boolean finishing;
    private long written;

    /** @param ensureActive throws if the run or its destination has ended */
    RunWriter(PartitionPlan plan, Client client, Runnable ensureActive) {
        this.plan = plan;
        this.client = client;
        this.ensureActive = ensureActive;
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
        synchronized (bulks) {
            return bulks.size() >= MAX_BULKS || finished.isDone();
        }
    }

    /**
     * Completes the writes. Must be called once, after all documents have been added.
     *
     * @param listener gets the number of written documents, when all are written
     */
    void finish(ActionListener<Long> listener) {
        flush();
        boolean done;
        synchronized (bulks) {
            finishing = true;
            done = bulks.isEmpty();
        }
        if (done) {
            finished.onResponse(written);
        }
        finished.addListener(listener);
    }

    /** Sends the complete bulk, or queues it until the previous one is written. */
    private void flush() {
        if (next.numberOfActions() == 0) {
            return;
        }
        Attempts bulk = new Attempts(next);
        next = newBulk();
        boolean first;
        synchronized (bulks) {
            bulks.add(bulk);
            first = bulks.size() == 1;
        }
        if (first) {
            bulk.send();
        }
    }

    /** Removes the first bulk, which is written, and sends the next one. */
    private void wasWritten(int actions) {
        Attempts following;
        boolean done;
        synchronized (bulks) {
            written += actions;
            bulks.remove();
            following = bulks.peek();
            done = following == null && finishing;
        }
        if (following != null) {
            following.send();
        } else if (done) {
            finished.onResponse(written);
        }
    }

    /** A bulk that is sent repeatedly until all of its documents are written. */
    private final class Attempts {

        private final int actions;
        private BulkRequest bulk;
        private long deadline;
        private long pauseMillis = FIRST_PAUSE_MILLIS;

        Attempts(BulkRequest bulk) {
            this.bulk = bulk;
            this.actions = bulk.numberOfActions();
        }

        void send() {
            deadline = System.nanoTime() + plan.timeout().nanos();
            sendAgain();
        }

        private void sendAgain() {
            // the next request is sent as the same user, whichever thread handles the response
            ActionListener<BulkResponse> responseListener = ContextPreservingActionListener.wrapPreservingContext(
                    ActionListener.wrap(this::receive, e -> rejected(List.of(), e)),
                    client.threadPool().getThreadContext());
            try {
                ensureActive.run();
                client.bulk(bulk, responseListener);
            } catch (Exception e) {
                finished.onFailure(e);
            }
        }

        /** Handles a response. Only the rejected documents stay in the bulk. */
        private void receive(BulkResponse response) {
            List<DocWriteRequest<?>> rest = new ArrayList<>();
            Exception rejection = null;
            for (BulkItemResponse item : response) {
                if (item.isFailed()) {
                    rejection = item.getFailure().getCause();
                    if (isPermanent(rejection)) {
                        break;
                    }
                    rest.add(bulk.requests().get(item.getItemId()));
                }
            }
            if (rejection == null) {
                wasWritten(actions);
            } else {
                rejected(rest, rejection);
            }
        }

        /**
         * Sends the bulk again after a pause, or fails.
         *
         * @param rest the remaining documents of the bulk; empty for all
         */
        private void rejected(List<DocWriteRequest<?>> rest, Exception failure) {
            if (isPermanent(failure) || System.nanoTime() - deadline > 0) {
                finished.onFailure(
                        new ElasticsearchException("groups could not be written to [" + plan.runId() + "]", failure));
                return;
            }
            if (rest.isEmpty() == false) {
                bulk = newBulk();
                rest.forEach(bulk::add);
            }
            new Pause(client.threadPool(), ensureActive)
                    .delay(
                            TimeValue.timeValueMillis(pauseMillis),
                            ActionListener.wrap(over -> sendAgain(), finished::onFailure));
            pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
        }
    }

    private static boolean isPermanent(Exception e) {
        return ExceptionsHelper.unwrapCause(e) instanceof IndexNotFoundException
                || TransientFailures.isTransient(e) == false;
    }

    private static BulkRequest newBulk() {
        return new BulkRequest().timeout(BULK_TIMEOUT);
    }
}
