package org.ndd.partition.shard;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.ndd.core.group.Verdict;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.shard.Grouper.Group;
import org.ndd.partition.shard.Grouper.VerdictCache;
import org.ndd.partition.shard.TestShards.Page;

/** Each round counts its work and makes progress, and ends if the writer of groups is full or the task is cancelled. */
public class GrouperRoundTests extends GrouperTestCase {

    /** Otherwise the run would never end, because each round would repeat the same slow work. */
    public void testSlowRoundMakesProgress() throws Exception {
        List<Page> pages = TestShards.randomPages(random(), 50, 10);
        try (TestShards shards = TestShards.random(random(), pages, 1, RankOrder.HASH)) {
            ShardRun shard = withMembers(shards, 1);
            PageTexts texts = texts(shard);
            VerdictCache slow = new VerdictCache() {
                @Override
                public void fetch(List<Member> fetched) {
                    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1100);
                    while (System.nanoTime() < end) {
                        LockSupport.parkNanos(end - System.nanoTime());
                    }
                }

                @Override
                public Verdict of(Group group, Member page) {
                    return null;
                }
            };
            Grouper grouper = grouper(shard, CANONICALS);
            RecordedDocument noted = new RecordedDocument();
            int rounds = 0;
            while (grouper.pending() > 0) {
                grouper.round(comparisons(texts, () -> {}), slow, noted);
                rounds++;
            }
            assertTrue("each document is compared once, and alone in the next round: " + rounds, rounds <= 3);
        }
    }

    /** The writer of groups can signal that it is full: the round ends after one document, and the next round continues. */
    public void testRoundEndsIfSinkIsFull() throws Exception {
        List<Page> pages = TestShards.randomPages(random(), 300, 10);
        try (TestShards shards = TestShards.random(random(), pages, 1, RankOrder.HASH)) {
            ShardRun shard = withMembers(shards, shards.placed().size() - 1);
            PageTexts texts = texts(shard);
            int[] given = new int[1];
            RecordedDocument noted = new RecordedDocument() {
                @Override
                public void page(Group group, Member page, Verdict toCanonical, List<String> canonicalIn) {
                    super.page(group, page, toCanonical, canonicalIn);
                    given[0]++;
                }

                @Override
                public boolean isFull() {
                    return given[0] > 0;
                }
            };
            Grouper grouper = grouper(shard, CANONICALS);
            while (grouper.pending() > 0) {
                given[0] = 0;
                grouper.round(comparisons(texts, () -> {}), TestShards.NO_VERDICTS, noted);
                assertTrue("one document at most: " + given[0], given[0] <= 1);
            }
            assertEquals(groups(shard, texts, TestShards.NO_VERDICTS, new StepCounts()).canonicals, noted.canonicals);
        }
    }

    public void testCancelledBetweenDocuments() throws Exception {
        List<Page> pages = TestShards.randomPages(random(), 50, 10);
        try (TestShards shards = TestShards.random(random(), pages, 1, RankOrder.HASH)) {
            ShardRun shard = withMembers(shards, 1);
            PageTexts texts = texts(shard);
            Grouper grouper = grouper(shard, CANONICALS);
            RecordedDocument noted = new RecordedDocument();
            int[] checks = {random().nextInt(3)};
            PageComparisons cancelled = comparisons(texts, () -> {
                if (checks[0]-- == 0) {
                    throw new IllegalStateException("cancelled");
                }
            });
            expectThrows(IllegalStateException.class, () -> grouper.round(cancelled, TestShards.NO_VERDICTS, noted));
            assertTrue(noted.complete.isEmpty());
        }
    }
}
