package org.ndd.partition.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
import org.ndd.partition.node.StepResult.LargeGroup;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.shard.Grouper;
import org.ndd.partition.shard.Grouper.Group;
import org.ndd.partition.shard.Member;
import org.ndd.partition.shard.StepCounts;
import org.ndd.partition.shard.StepCounts.Count;
import org.ndd.partition.shard.Verdict;
import org.ndd.partition.wire.PassingFailures;

/**
 * Writes groups to the run's index with the rights of the user, in bulks of bounded size, one of which is under way while the next is made. Ids
 * are a function of the page, so writing a group again changes nothing, and what an earlier attempt wrote in the same words is left as it is.
 * Where the destination takes no writes for a while (a read-only block, a full disk, rejections, a lost primary), it is tried again for as long
 * as the run's timeout says.
 */
final class GroupWriter implements Grouper.Sink {

    private static final int BULK_ACTIONS = 1000;

    /** How long a bulk waits for the primary shard of the destination before it is tried again, so that a cancel is noticed. */
    private static final TimeValue BULK_TIMEOUT = TimeValue.timeValueSeconds(1);

    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final PartitionPlan plan;
    private final GroupDocuments documents;
    private final WrittenGroups written;
    private final Client client;
    private final StepCounts counts = new StepCounts();
    private final Runnable ensureGoesOn;
    private BulkRequest next = newBulk();
    private BulkRequest underWay = newBulk();
    private PlainActionFuture<BulkResponse> response;
    private List<LargeGroup> largest = new ArrayList<>();

    /** @param written what is there already */
    GroupWriter(
            PartitionPlan plan, GroupDocuments documents, WrittenGroups written, Client client, Runnable ensureGoesOn) {
        this.plan = plan;
        this.documents = documents;
        this.written = written;
        this.client = client;
        this.ensureGoesOn = ensureGoesOn;
    }

    @Override
    public void page(Group group, Member page, Verdict toWinner) throws IOException {
        if (plan.options().dryRun()) {
            return;
        }
        String id = documents.id(page);
        BytesReference document = BytesReference.bytes(documents.document(group, page, toWinner));
        if (written.holds(id, document)) {
            counts.add(Count.WRITTEN, 1);
            return;
        }
        next.add(new IndexRequest(plan.runId())
                .id(id)
                .opType(DocWriteRequest.OpType.INDEX)
                .source(document, XContentType.JSON));
        if (next.numberOfActions() == BULK_ACTIONS) {
            flush();
        }
    }

    @Override
    public void complete(Group group) {
        largest = LargeGroup.merge(
                largest,
                List.of(new LargeGroup(
                        documents.name(group.leader()),
                        group.size(),
                        group.winner().id())));
    }

    List<LargeGroup> largest() {
        return largest;
    }

    /** Waits until all pages that were given are written, and counts them. */
    StepCounts finish() {
        flush();
        await();
        return counts;
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
        counts.add(Count.WRITTEN, actions);
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
