package org.ndd.partition.shard;

import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESTestCase;
import org.ndd.core.group.Role;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.shard.Member.MemberSender;
import org.ndd.partition.shard.ShardMethod.ShardClients;
import org.ndd.partition.shard.TestShards.DocLocation;
import org.ndd.partition.shard.TestShards.Page;

/** Followers and contained documents are sent in batches of some hundreds, for any number of them. */
public class MemberSenderTests extends ESTestCase {

    private static final int MAX_BATCH_SIZE = 512;

    private final Set<Long> sent = new HashSet<>();
    private final List<Integer> sizes = new ArrayList<>();

    /** The shard, which records its calls. */
    private ShardClients recording(ShardRun shard) {
        return new ShardClients() {
            @Override
            public <Q, A> A call(int ordinal, ShardMethod<Q, A> method, Q request) throws IOException {
                if (request instanceof int[] docs) {
                    sizes.add(docs.length);
                } else {
                    sizes.add(((List<?>) request).size());
                    ((List<?>) request).forEach(member -> assertTrue(sent.add(((Member) member).ref())));
                }
                return shard.call(method, request);
            }
        };
    }

    public void testSendsContainedDocumentsInBatches() throws Exception {
        List<Page> pages = TestShards.randomPages(random(), between(1, 1300), 100);
        try (TestShards shards = new TestShards()) {
            ShardRun shard = shards.add(random(), pages);
            DocLocation first = shards.placed().get(0);
            Set<Long> contained = new HashSet<>();
            for (DocLocation placed : shards.placed()) {
                shard.decisions().setLeader(DocRef.doc(placed.ref()));
                if (placed != first && randomInt(9) > 0) {
                    shard.decisions().partOf(DocRef.doc(placed.ref()), first.ref());
                    contained.add(placed.ref());
                }
            }
            StepCounts counts = new MemberSender(shard, recording(shard), () -> {}).send();
            assertEquals(contained.size(), counts.get(Count.PART_OF));
            assertEquals(contained, sent);
            assertTrue(shard.members().of(DocRef.doc(first.ref())).stream()
                    .allMatch(member -> member.role() == Role.PART_OF));
            sizes.forEach(size -> assertThat(size, lessThanOrEqualTo(MAX_BATCH_SIZE)));
        }
    }

    public void testSendsFollowersInBatches() throws Exception {
        List<Page> pages = TestShards.randomPages(random(), between(1, 1300), 100);
        try (TestShards shards = new TestShards()) {
            ShardRun shard = shards.add(random(), pages);
            DocLocation first = shards.placed().get(0);
            for (DocLocation placed : shards.placed()) {
                shard.decisions().leaders().decide(DocRef.doc(placed.ref()), first.row(), 0);
            }
            new MemberSender(shard, recording(shard), () -> {}).send();
            assertEquals(pages.size() - 1, sent.size());
            sizes.forEach(size -> assertThat(size, lessThanOrEqualTo(MAX_BATCH_SIZE)));
        }
    }

    public void testCancelled() throws Exception {
        List<Page> pages = TestShards.randomPages(random(), 10, 10);
        try (TestShards shards = new TestShards()) {
            ShardRun shard = shards.add(random(), pages);
            Runnable cancelled = () -> {
                throw new TaskCancelledException("cancelled");
            };
            expectThrows(
                    TaskCancelledException.class,
                    () -> new MemberSender(shard, TestShards.clients(ordinal -> shard), cancelled).send());
        }
    }
}
