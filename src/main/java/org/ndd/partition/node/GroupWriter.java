package org.ndd.partition.node;

import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.hash.MessageDigests;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.GroupFields;
import org.ndd.partition.node.StepResult.LargeGroup;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.shard.DocRef;
import org.ndd.partition.shard.Grouper;
import org.ndd.partition.shard.Member;
import org.ndd.partition.shard.Member.Role;
import org.ndd.partition.shard.StepCounts;
import org.ndd.partition.shard.StepCounts.Count;
import org.ndd.partition.wire.PassingFailures;

/**
 * Writes groups to the run's index with the rights of the user, in bulks of bounded size. Ids are a function of the page, so writing a group
 * again changes nothing. Where the destination takes no writes for a while (a read-only block, a full disk, rejections, a lost primary), it is
 * tried again for as long as the run's timeout says.
 */
final class GroupWriter implements Grouper.Sink {

    private static final int BULK_ACTIONS = 1000;

    /** How long a bulk waits for the primary shard of the destination before it is tried again, so that a cancel is noticed. */
    private static final TimeValue BULK_TIMEOUT = TimeValue.timeValueSeconds(1);

    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final PartitionPlan plan;
    private final Client client;
    private final StepCounts counts;
    private final boolean dryRun;
    private final Runnable ensureGoesOn;
    private BulkRequest bulk = newBulk();
    private List<LargeGroup> largest = new ArrayList<>();

    GroupWriter(PartitionPlan plan, Client client, StepCounts counts, Runnable ensureGoesOn) {
        this.plan = plan;
        this.client = client;
        this.counts = counts;
        this.dryRun = plan.options().dryRun();
        this.ensureGoesOn = ensureGoesOn;
    }

    @Override
    public void accept(Grouper.Group group) throws IOException {
        String name = name(group.leader());
        if (group.size() > 1) {
            largest = LargeGroup.merge(
                    largest,
                    List.of(new LargeGroup(name, group.size(), group.winner().id())));
        }
        if (dryRun == false) {
            for (Grouper.Entry entry : group.entries()) {
                bulk.add(new IndexRequest(plan.runId())
                        .id(documentId(entry.member()))
                        .opType(DocWriteRequest.OpType.INDEX)
                        .source(document(name, group, entry)));
                if (bulk.numberOfActions() == BULK_ACTIONS) {
                    flush();
                }
            }
        }
    }

    List<LargeGroup> largest() {
        return largest;
    }

    private String index(Member member) {
        return plan.shards().get(DocRef.shard(member.ref())).shard().getIndexName();
    }

    /** The leader's id; with its index before it where the run is over several, whose ids may be the same. */
    private String name(Member leader) {
        return plan.concreteIndices().size() == 1 ? leader.id() : index(leader) + "/" + leader.id();
    }

    private String documentId(Member member) {
        String page = index(member) + "/" + member.id() + (member.role() == Role.PART_OF ? "/part_of" : "");
        byte[] digest = MessageDigests.sha256().digest(page.getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest).substring(0, 27);
    }

    private XContentBuilder document(String name, Grouper.Group group, Grouper.Entry entry) throws IOException {
        Member member = entry.member();
        boolean winner = entry.toWinner() == null;
        XContentBuilder document = jsonBuilder().startObject();
        document.startObject(GroupFields.DOC);
        document.field(GroupFields.INDEX, index(member)).field(GroupFields.ID, member.id());
        if (member.routing() != null) {
            document.field(GroupFields.ROUTING, member.routing());
        }
        document.endObject();
        document.field(GroupFields.GROUP, name);
        document.field(GroupFields.LEADER, group.leader().id());
        document.field(GroupFields.WINNER, winner);
        document.field(GroupFields.WINNER_ID, group.winner().id());
        document.field(GroupFields.ROLE, member.role().name().toLowerCase(Locale.ROOT));
        document.field(GroupFields.SIZE, group.size());
        document.field(GroupFields.VERIFIED, winner || entry.toWinner().verified());
        document.field(GroupFields.RESEMBLANCE, winner ? 1.0 : entry.toWinner().resemblance());
        document.startObject(GroupFields.CONTAINMENT);
        document.field(GroupFields.IN_WINNER, winner ? 1.0 : entry.toWinner().containmentInWinner());
        document.field(GroupFields.OF_WINNER, winner ? 1.0 : entry.toWinner().containmentOfWinner());
        document.endObject();
        document.field(GroupFields.RUN, plan.runId());
        return document.endObject();
    }

    private void flush() {
        if (bulk.numberOfActions() == 0) {
            return;
        }
        ensureGoesOn.run();
        int actions = bulk.numberOfActions();
        long giveUp = System.nanoTime() + plan.timeout().nanos();
        long pause = SLICE_NANOS;
        Exception refusal = send();
        while (refusal != null) {
            if (System.nanoTime() - giveUp > 0) {
                throw new ElasticsearchException("groups could not be written to [" + plan.runId() + "]", refusal);
            }
            pause(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
            refusal = send();
        }
        counts.add(Count.WRITTEN, actions);
        bulk = newBulk();
    }

    /** Sends the bulk, leaves in it what is to be sent again, and returns why; {@code null} where nothing is. */
    private Exception send() {
        BulkResponse response;
        try {
            response = client.bulk(bulk).actionGet();
        } catch (RuntimeException e) {
            return again(e);
        }
        BulkRequest rest = newBulk();
        Exception refusal = null;
        for (BulkItemResponse item : response) {
            if (item.isFailed()) {
                refusal = again(item.getFailure().getCause());
                rest.add(bulk.requests().get(item.getItemId()));
            }
        }
        bulk = rest;
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

    /** Writes what is left; to be called once all groups are there. */
    void finish() {
        flush();
    }
}
