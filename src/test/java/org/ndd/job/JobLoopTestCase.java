package org.ndd.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.test.ESTestCase;
import org.junit.Before;
import org.ndd.config.ShardPosition;
import org.ndd.config.TaskState;
import org.ndd.job.FakeCluster.CheckpointRequest;
import org.ndd.job.FakeCluster.Coordinator;
import org.ndd.job.update.CheckpointCounts;

/** Executes the loop of a job with a fake cluster. */
public abstract class JobLoopTestCase extends ESTestCase {

    static final CheckpointCounts COUNTS =
            new CheckpointCounts(Map.of("changed", 7L, "deleted", 2L, "joined", 4L, "regrouped", 5L, "moved", 60L));
    static final long FREQUENCY = TestJobs.FREQUENCY.millis();
    final FakeCluster cluster = new FakeCluster();
    final List<Coordinator> leaders = new ArrayList<>();

    @Before
    public void keepJob() {
        cluster.store.record = TestJobs.job();
    }

    Coordinator startLoop(long allocation) {
        Coordinator leader = cluster.new Coordinator(allocation);
        leaders.add(leader);
        return leader;
    }

    JobRecord kept() {
        return cluster.store.record;
    }

    void ends(String run, TaskState state, boolean published, String failure) {
        cluster.runs.known.put(run, TestJobs.run(run, state, published, failure));
        if (published) {
            cluster.runs.shown = run;
        }
    }

    /** A loop whose job keeps the groups of a run up to date and has requested its first checkpoint. */
    Coordinator startLoopWithRun() {
        kept("run-0");
        return startLoop(1);
    }

    void kept(String run) {
        cluster.runs.shown = run;
        cluster.store.record = TestJobs.job().trackRun(run, Map.of(TestJobs.SHARD, new ShardPosition(41, "history")));
    }

    CheckpointRequest checkpoint() {
        assertEquals(1, cluster.checkpoints.size());
        return cluster.checkpoints.remove();
    }

    void succeeds(CheckpointRequest checkpoint, long seqNo, String fullRun) {
        checkpoint.listener().onResponse(TestJobs.result(seqNo, COUNTS, fullRun));
        cluster.work();
    }
}
