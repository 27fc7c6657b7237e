package org.ndd.partition.node;

import java.util.List;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESTestCase;
import org.ndd.config.DocumentFields;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.shard.RankOrder;
import org.ndd.partition.shard.ShardRun;
import org.ndd.partition.shard.TestShards;
import org.ndd.partition.shard.TestShards.Page;

public class OutdatedCounterTests extends ESTestCase {

    private static final DocumentFields FIELDS = new DocumentFields(TestShards.TARGET);

    /** Each round processes at least one document within its time limit, and no document is processed twice. */
    public void testShortRounds() throws Exception {
        List<Page> pages = TestShards.randomPages(random(), between(0, 500), 10);
        try (TestShards shards = TestShards.random(random(), pages, 1, RankOrder.HASH)) {
            int documents = shards.placed().size();
            OutdatedCounter counter = new OutdatedCounter(shards.shards().get(0).pinned(), FIELDS);
            boolean always = randomBoolean();
            int left = documents;
            do {
                int most = always ? 64 : documents;
                StepCounts counts = counter.round(() -> always == false && randomBoolean(), () -> {});
                long looked = counts.get(Count.OUTDATED_CHECKED);
                assertTrue(looked + " of " + left, looked >= Math.min(left, 64) && looked <= most);
                left -= (int) looked;
                assertEquals(left, counts.get(Count.PENDING));
                assertEquals(0, counts.get(Count.OUTDATED));
            } while (left > 0);
        }
    }

    public void testCancelled() throws Exception {
        List<Page> pages = TestShards.randomPages(random(), 10, 10);
        try (TestShards shards = new TestShards()) {
            ShardRun shard = shards.add(random(), pages);
            expectThrows(
                    TaskCancelledException.class,
                    () -> new OutdatedCounter(shard.pinned(), FIELDS).round(() -> true, () -> {
                        throw new TaskCancelledException("cancelled");
                    }));
        }
    }
}
