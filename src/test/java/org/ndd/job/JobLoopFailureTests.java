package org.ndd.job;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.lessThan;

import java.util.List;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.rest.RestStatus;
import org.ndd.config.TaskState;
import org.ndd.job.FakeCluster.CheckpointRequest;
import org.ndd.job.FakeCluster.Coordinator;
import org.ndd.job.JobRecord.State;
import org.ndd.partition.plan.PartitionRequest;

/** Steps of a job that fail: some are repeated, others end the job. */
public class JobLoopFailureTests extends JobLoopTestCase {

    public void testFailsIfUserIsInvalid() {
        Coordinator leader = startLoopWithRun();
        succeeds(checkpoint(), 42, null);
        cluster.invalid = new ElasticsearchSecurityException("API key [k] was invalidated", RestStatus.FORBIDDEN);
        assertEquals(FREQUENCY, cluster.next());
        assertTrue("no checkpoint is requested", cluster.checkpoints.isEmpty());
        assertSame(cluster.invalid, leader.end);
    }

    /** Otherwise the run would continue for a user without access, and no other user could start the job. */
    public void testCancelsFullRunIfUserIsInvalid() {
        Coordinator leader = startLoop(1);
        cluster.invalid = new NoShardAvailableActionException(null, "later");
        cluster.next();
        assertNull(leader.end);
        assertEquals(List.of(), cluster.runs.cancelled);
        cluster.invalid = new ElasticsearchSecurityException("API key [k] was invalidated", RestStatus.FORBIDDEN);
        cluster.next();
        assertSame(cluster.invalid, leader.end);
        assertEquals(List.of("run-1"), cluster.runs.cancelled);
    }

    public void testRetriesIfUserLookupFails() {
        Coordinator leader = startLoopWithRun();
        succeeds(checkpoint(), 42, null);
        cluster.invalid = new NoShardAvailableActionException(null, "later");
        assertEquals(FREQUENCY, cluster.next());
        assertTrue("no checkpoint is requested", cluster.checkpoints.isEmpty());
        assertNull(leader.end);
        cluster.invalid = null;
        cluster.next();
        checkpoint();
    }

    public void testRetriesTransientFailuresWithBackoff() {
        Coordinator leader = startLoopWithRun();
        long pause = 0;
        for (int retry = 1; retry <= 20; retry++) {
            checkpoint().listener().onFailure(new NoShardAvailableActionException(TestJobs.SHARD, "none"));
            cluster.work();
            assertEquals(retry, kept().status().retries());
            assertEquals(State.STARTED, kept().state());
            assertThat(kept().status().failure(), containsString("NoShardAvailableActionException: [pages][0] none"));
            long next = cluster.next();
            assertThat(next, retry <= 14 ? greaterThan(pause) : greaterThan(pause - 1));
            assertThat(next, greaterThan(FREQUENCY));
            assertThat(next, lessThan(FREQUENCY + 600_000));
            pause = next;
        }
        succeeds(checkpoint(), 50, null);
        assertEquals(0, kept().status().retries());
        assertNull(kept().status().failure());
        assertEquals(FREQUENCY, cluster.next());
        assertNull(leader.end);
    }

    public void testCheckpointRetriesOnCircuitBreaker() {
        Coordinator leader = startLoopWithRun();
        checkpoint().listener().onFailure(new CircuitBreakingException("no room", CircuitBreaker.Durability.TRANSIENT));
        cluster.work();
        assertEquals(1, kept().status().retries());
        assertThat(kept().status().failure(), containsString("no room"));
        cluster.next();
        succeeds(checkpoint(), 50, null);
        assertNull(kept().status().failure());
        assertNull(leader.end);
    }

    public void testPermanentFailureEndsLoop() {
        Coordinator leader = startLoopWithRun();
        checkpoint().listener().onFailure(new IllegalStateException("broken"));
        cluster.work();
        assertEquals("broken", leader.end.getMessage());
        assertEquals(-1, cluster.next());
        assertEquals("the caller of the loop stores its end", State.STARTED, kept().state());
    }

    public void testMissingSource() {
        cluster.runs.source = FullRuns.conflict("all is gone");
        assertEquals("all is gone", startLoopWithRun().end.getMessage());
        assertTrue(cluster.checkpoints.isEmpty());
    }

    public void testDestinationPublishesAnotherRun() {
        kept("run-0");
        cluster.runs.shown = "run-9";
        assertThat(
                startLoop(1).end.getMessage(),
                containsString("[pages-ndd] must publish run [run-0], but publishes [run-9]"));
        cluster.runs.shown = null;
        assertThat(
                startLoop(2).end.getMessage(),
                containsString("[pages-ndd] must publish run [run-0], but publishes nothing"));
        assertTrue(cluster.checkpoints.isEmpty());
    }

    /** A node started a full run, and was lost before it stored that. */
    public void testAdoptsPublishedFullRunOfLostNode() {
        kept("run-0");
        ends("run-1", TaskState.COMPLETED, true, null);
        Coordinator leader = startLoop(2);
        assertEquals("run-1", kept().runs().pending());
        cluster.next();
        assertEquals("run-1", checkpoint().job().runs().current());
        assertEquals(List.of(), cluster.runs.started);
        assertNull(leader.end);
    }

    public void testRejectsRunThatUserPublished() {
        kept("run-1");
        String message = "must publish run [run-1], but publishes [";
        ends("run-0", TaskState.COMPLETED, true, null);
        assertThat("an earlier one", startLoop(1).end.getMessage(), containsString(message + "run-0]"));
        ends("run-2", TaskState.COMPLETED, false, null);
        cluster.runs.shown = "run-2";
        assertThat("no run of the job", startLoop(2).end.getMessage(), containsString(message + "run-2]"));
    }

    public void testFailedFullRun() {
        Coordinator leader = startLoop(1);
        boolean failed = randomBoolean();
        ends("run-1", failed ? TaskState.FAILED : TaskState.CANCELLED, false, failed ? "why" : null);
        cluster.next();
        assertThat(
                leader.end.getMessage(),
                containsString(failed ? "[run-1] has ended as [failed]: why" : "[run-1] has ended as [cancelled]"));
        assertEquals(List.of("run-1"), cluster.runs.started);
    }

    public void testFullRunThatLostAnIndexOfItsSource() {
        Coordinator leader = startLoop(1);
        ends("run-1", TaskState.FAILED, false, "IndexNotFoundException: no such index [.ds-logs-000001]");
        cluster.runs.hasLostSource = true;
        cluster.next();
        assertNull(leader.end);
        assertEquals(List.of("run-1", "run-2"), cluster.runs.started);
        assertEquals("run-2", cluster.store.record.runs().pending());
        ends("run-2", TaskState.CANCELLED, false, null);
        cluster.next();
        assertThat(leader.end.getMessage(), containsString("[run-2] has ended as [cancelled]"));
    }

    public void testMissingFullRun() {
        Coordinator leader = startLoop(1);
        cluster.next();
        assertEquals("full run [run-1] is gone", leader.end.getMessage());
    }

    public void testFullRunWithoutTask() {
        Coordinator leader = startLoop(1);
        ends("run-1", TaskState.RUNNING, false, null);
        cluster.runs.hasCoordinator = false;
        cluster.next();
        cluster.runs.hasCoordinator = true;
        cluster.next();
        cluster.runs.hasCoordinator = false;
        for (int check = 0; check < 3; check++) {
            cluster.next();
            assertNull("a node may not know the task yet, or not anymore", leader.end);
        }
        cluster.next();
        assertEquals("full run [run-1] has lost its task", leader.end.getMessage());
    }

    public void testRepeatsUnpublishedFullRun() {
        Coordinator leader = startLoop(1);
        ends("run-1", TaskState.COMPLETED, false, null);
        cluster.next();
        assertNull(kept().runs().pending());
        assertEquals(1, kept().status().retries());
        assertThat(kept().status().failure(), containsString("[run-1] published no groups: no shard was available"));
        assertThat(cluster.next(), greaterThan(FREQUENCY));
        assertEquals("run-2", kept().runs().pending());
        assertEquals(
                "a run that has only started does not reset the retries",
                1,
                kept().status().retries());
        ends("run-2", TaskState.COMPLETED, true, null);
        cluster.next();
        assertEquals(0, kept().status().retries());
        assertEquals("run-2", checkpoint().job().runs().current());
        assertNull(leader.end);
    }

    public void testContinuesIfRecordCannotBeStored() {
        Coordinator leader = startLoopWithRun();
        cluster.store.broken = new NoShardAvailableActionException(TestJobs.SHARD, "none");
        succeeds(checkpoint(), 50, null);
        assertEquals(0, kept().checkpoints().number());
        cluster.store.broken = null;
        cluster.next();
        CheckpointRequest second = checkpoint();
        assertEquals(
                "the node continues from its own state",
                50,
                second.job().runs().positions().get(TestJobs.SHARD).seqNo());
        succeeds(second, 60, null);
        assertEquals(2, kept().checkpoints().number());
        assertNull(leader.end);
    }

    public void testAdoptsFullRunOfLostNode() {
        cluster.runs.inProgress = "run-7";
        ends("run-7", TaskState.RUNNING, false, null);
        startLoop(2);
        assertEquals(List.of(), cluster.runs.started);
        assertEquals("run-7", kept().runs().pending());
    }

    public void testRejectsFullRunWithOtherOptions() {
        cluster.runs.inProgress = "run-7";
        cluster.runs.known.put(
                "run-7",
                TestJobs.run(
                        "run-7",
                        TaskState.RUNNING,
                        false,
                        null,
                        PartitionRequest.boilerplate(new String[] {"pages"}, "ndd")
                                .options()));
        assertThat(startLoop(2).end.getMessage(), containsString("to which [run-7] is"));
        assertNull(kept().runs().pending());
    }

    public void testRejectedRun() {
        cluster.runs.rejected = new ElasticsearchStatusException("upgrade", RestStatus.SERVICE_UNAVAILABLE);
        Coordinator leader = startLoop(1);
        assertNull("a rolling upgrade is a transient failure", leader.end);
        assertEquals(1, kept().status().retries());
        cluster.runs.rejected = new ElasticsearchStatusException("not allowed", RestStatus.FORBIDDEN);
        cluster.next();
        assertEquals("not allowed", leader.end.getMessage());
    }
}
