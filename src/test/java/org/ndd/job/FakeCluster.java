package org.ndd.job;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.util.concurrent.DeterministicTaskQueue;
import org.elasticsearch.index.engine.VersionConflictEngineException;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.telemetry.RecordingMeterRegistry;
import org.elasticsearch.test.client.NoOpClient;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.config.TaskState;
import org.ndd.job.Checkpoint.Result;
import org.ndd.job.JobTaskAction.JobTask;
import org.ndd.partition.RecordStore.Versioned;
import org.ndd.partition.RunStore.RunRecord;

/** The state of the cluster for a job loop, defined by the test. The clock advances only on request. */
final class FakeCluster {

    private final DeterministicTaskQueue queue = new DeterministicTaskQueue();
    final ThreadPool threadPool = queue.getThreadPool();
    final Store store = new Store();
    final Runs runs = new Runs();
    long now = 1_000_000;
    /** The reason why the user of the job may not authenticate. */
    Exception invalid;

    final RecordingMeterRegistry meters = new RecordingMeterRegistry();
    final JobMetrics metrics = new JobMetrics(meters, () -> now);
    final Deque<CheckpointRequest> checkpoints = new ArrayDeque<>();

    /** Active full runs during which leases were to be renewed. */
    final List<String> renewals = new ArrayList<>();

    /** A checkpoint that a loop requested, and its user. */
    record CheckpointRequest(JobRecord job, String user, JobTask task, ActionListener<Result> listener) {}

    /** A loop on a node, and how it ended. */
    final class Coordinator {

        final JobTask task = new JobTask(7, "test", "lead", TestJobs.ID, "a job", TaskId.EMPTY_TASK_ID, Map.of());
        final JobLoop loop;
        Exception end;

        /** Resumes from the stored record. */
        Coordinator(long allocation) {
            loop = new JobLoop(
                    store.writer(store.record, allocation),
                    task,
                    FakeCluster.this::user,
                    runs,
                    new RecordingCheckpoint(),
                    new NoOpClient(threadPool),
                    metrics);
            loop.run(ActionListener.wrap(never -> {}, e -> end = e));
            work();
        }

        void cancel() {
            TaskCancelHelper.cancel(task, "test");
            work();
        }
    }

    private void user(ActionListener<Void> listener) {
        if (invalid == null) {
            listener.onResponse(null);
        } else {
            listener.onFailure(invalid);
        }
    }

    private final class RecordingCheckpoint implements Checkpoint {

        @Override
        public void run(JobRecord job, JobTask task, Client client, ActionListener<Result> listener) {
            checkpoints.add(new CheckpointRequest(
                    job, threadPool.getThreadContext().getHeader(TestJobs.HEADER), task, listener));
        }

        @Override
        public void renew(JobRecord job, JobTask task, Client client, ActionListener<Void> listener) {
            renewals.add(job.runs().pending());
            listener.onFailure(new IllegalStateException("the leases are renewed with the next check"));
        }
    }

    /** The records of one job. */
    static final class Store extends JobStore {

        /** {@code null} if the record does not exist. */
        JobRecord record;

        long version;
        Exception broken;

        Store() {
            super(null);
        }

        @Override
        void put(JobRecord job, long newVersion, ActionListener<Void> listener) {
            if (broken != null) {
                listener.onFailure(broken);
            } else if (newVersion <= version) {
                listener.onFailure(new VersionConflictEngineException(TestJobs.SHARD, job.id(), "too old"));
            } else {
                record = job;
                version = newVersion;
                listener.onResponse(null);
            }
        }

        @Override
        void get(String id, ActionListener<Versioned<JobRecord>> listener) {
            if (record == null) {
                listener.onFailure(new ResourceNotFoundException(missing(id)));
            } else {
                listener.onResponse(new Versioned<>(record, version));
            }
        }
    }

    /** The runs of one destination. */
    static final class Runs extends FullRuns {

        final Map<String, RunRecord> known = new HashMap<>();
        final List<String> started = new ArrayList<>();
        final List<String> cancelled = new ArrayList<>();
        String shown;
        String inProgress;
        boolean hasCoordinator = true;
        boolean isLed = true;
        boolean hasLostSource;
        RuntimeException source;
        Exception rejected;

        /** Called when a run is started, before the response. */
        Runnable onStart = () -> {};

        Runs() {
            super(null, null);
        }

        @Override
        void checkSource(JobRecord job) {
            if (source != null) {
                throw source;
            }
        }

        @Override
        boolean hasLostSource(RunRecord run) {
            return hasLostSource && run.report().state() == TaskState.FAILED;
        }

        @Override
        String publishedRun(JobRecord job) {
            return shown;
        }

        @Override
        String activeRun(JobRecord job) {
            return inProgress;
        }

        @Override
        boolean isLed(JobRecord job, long allocation) {
            return isLed;
        }

        @Override
        boolean hasCoordinator(String run) {
            return hasCoordinator;
        }

        @Override
        void get(String run, ActionListener<RunRecord> listener) {
            RunRecord found = known.get(run);
            if (found == null) {
                listener.onFailure(new ResourceNotFoundException("run [" + run + "] not found"));
            } else {
                listener.onResponse(found);
            }
        }

        @Override
        void start(JobRecord job, Client child, ActionListener<String> listener) {
            if (rejected != null) {
                listener.onFailure(rejected);
                return;
            }
            String run = "run-" + (started.size() + 1);
            started.add(run);
            onStart.run();
            listener.onResponse(run);
        }

        @Override
        void cancel(String run) {
            cancelled.add(run);
        }
    }

    long now() {
        return queue.getCurrentTimeMillis();
    }

    /** Executes all pending work. */
    void work() {
        queue.runAllRunnableTasks();
    }

    /** Advances the clock to the next step; returns the milliseconds until then, or −1 if no step is scheduled. */
    long next() {
        long before = now();
        if (queue.hasDeferredTasks() == false) {
            return -1;
        }
        queue.advanceTime();
        work();
        return now() - before;
    }
}
