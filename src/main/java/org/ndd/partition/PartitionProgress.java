package org.ndd.partition;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.ndd.bulk.TransientFailures;
import org.ndd.config.TaskState;
import org.ndd.partition.PartitionReport.Interruptions;
import org.ndd.partition.PartitionReport.NodeShare;
import org.ndd.partition.PartitionReport.Phase;
import org.ndd.partition.PartitionReport.Published;
import org.ndd.partition.PartitionReport.RunProgress;
import org.ndd.partition.PartitionReport.RunStatus;
import org.ndd.partition.PartitionReport.RunWork;
import org.ndd.partition.RunStore.RunRecord;
import org.ndd.partition.node.StepResult;
import org.ndd.partition.node.StepResult.LargeGroup;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.redirect.RunRedirects;

/** Collects the progress of a run on its coordinator. Thread-safe. */
final class PartitionProgress implements RunRedirects.Progress {

    private static final int INTERRUPTIONS_NAMED = 10;
    private static final String STARTING = "starting";

    /**
     * Name of the phase from the start of the run to the start of the current attempt. Phases of earlier attempts are not listed
     * separately.
     */
    private static final String INTERRUPTED = "interrupted";

    private static final String RESUMED = "resumed";

    static final String COORDINATOR_LOST =
            "the node that coordinated the run was lost or restarted: another node continues";

    private RunSpec spec;
    private final LongSupplier clock;
    private final long startedAt;
    /** The phases by name, because a phase occurs repeatedly with several windows. Their times add up to the time of the run. */
    private final Map<String, Phase> phases = new LinkedHashMap<>();

    private String phase;
    /** Up to this time, the time of the run is in {@link #phases}. */
    private long countedUpTo;

    private StepCounts counts = new StepCounts();
    private final Map<String, StepCounts> nodes = new TreeMap<>();
    private List<LargeGroup> largest = List.of();
    private TaskState state = TaskState.RUNNING;
    private String failure;
    private int windows;
    private int restarts;
    private final ArrayDeque<String> interruptions = new ArrayDeque<>();
    private Published published = Published.PENDING;
    /** The latest time, which never decreases: another node may have started the run, with a clock that is ahead. */
    private long latest;

    PartitionProgress(RunSpec spec, LongSupplier clock) {
        this.spec = spec;
        this.clock = clock;
        this.startedAt = clock.getAsLong();
        this.latest = startedAt;
        enter(STARTING, startedAt);
    }

    /**
     * Creates the progress of a run that continues.
     *
     * @param clock milliseconds since the epoch
     */
    PartitionProgress(PartitionReport before, LongSupplier clock) {
        this.spec = before.spec();
        this.clock = clock;
        this.startedAt = before.status().startedAt();
        this.latest = startedAt;
        enter(INTERRUPTED, startedAt);
        this.windows = before.progress().windows();
        this.restarts = before.interruptions().restarts();
        this.interruptions.addAll(before.interruptions().reasons());
        this.published = before.published();
        this.largest = before.work().largest();
        this.counts.add(before.counts());
        before.work().nodes().forEach(share -> node(share.node()).add(share.counts()));
    }

    /**
     * Returns the report of a run that a user resumes. The reason is recorded here, because the coordinator cannot distinguish a resumed
     * run from one whose coordinator was lost.
     *
     * @param before the report at the end of the run; if the run lost its task, its state is still running
     */
    static PartitionReport resumed(PartitionReport before) {
        PartitionProgress progress = new PartitionProgress(before, System::currentTimeMillis);
        progress.interrupted(
                switch (before.state()) {
                    case CANCELLED -> "cancelled, and resumed by request";
                    case FAILED -> "failed, and resumed by request: " + before.failure();
                    default -> "lost its task, and resumed by request";
                });
        progress.phases.clear();
        progress.enter(RESUMED, progress.startedAt);
        return progress.report();
    }

    static PartitionProgress fromRecord(RunRecord record, LongSupplier clock) {
        PartitionReport before = record.report();
        PartitionProgress progress = new PartitionProgress(before, clock);
        if (record.groupsWritten() == false) {
            // a resumed run has recorded its reason; otherwise the reason is that the coordinator was lost
            boolean isNamed =
                    record.pins().isEmpty() || before.progress().phase().equals(RESUMED);
            progress.restart(isNamed ? null : COORDINATOR_LOST);
        }
        return progress;
    }

    /** Resets all counts, because the run restarts from the stored state; the reason is {@code null} if there is none to record. */
    synchronized void restart(String reason) {
        if (reason != null) {
            interrupted(reason);
        }
        phases.clear();
        enter(restarts == 0 ? STARTING : INTERRUPTED, startedAt);
        largest = List.of();
        counts = new StepCounts();
        nodes.clear();
    }

    private void interrupted(String reason) {
        restarts++;
        interruptions.add(reason);
        while (interruptions.size() > INTERRUPTIONS_NAMED) {
            interruptions.remove();
        }
    }

    synchronized void windows(int number) {
        windows = number;
    }

    synchronized void atMost(double documentsPerSecond) {
        spec = spec.atMost(documentsPerSecond);
    }

    synchronized void begin(String nextPhase) {
        countTime();
        enter(nextPhase, latest);
    }

    private void enter(String nextPhase, long startOfPhase) {
        phase = nextPhase;
        countedUpTo = startOfPhase;
        count(0, 0, 0);
    }

    /** Adds to the numbers of the current phase. */
    private void count(long millis, long done, long total) {
        phases.merge(phase, new Phase(phase, millis, done, total), Phase::plus);
    }

    /** Adds the time that has passed to the current phase, unless the run has ended. */
    private void countTime() {
        if (state == TaskState.RUNNING) {
            latest = Math.max(latest, clock.getAsLong());
            count(latest - countedUpTo, 0, 0);
            countedUpTo = latest;
        }
    }

    @Override
    public synchronized void expect(long units) {
        count(0, 0, units);
    }

    synchronized void done(long units) {
        count(0, units, 0);
    }

    synchronized void add(DiscoveryNode node, StepResult result) {
        counts.add(result.counts());
        node(node.getName()).add(result.counts());
        largest = LargeGroup.merge(largest, result.largest());
    }

    private StepCounts node(String name) {
        return nodes.computeIfAbsent(name, none -> new StepCounts());
    }

    @Override
    public synchronized void done(long pages, long attached, long alone) {
        done(pages);
        counts.add(Count.REDIRECTS_ATTACHED, attached - counts.get(Count.REDIRECTS_ATTACHED));
        counts.add(Count.REDIRECTS_ALONE, alone - counts.get(Count.REDIRECTS_ALONE));
    }

    synchronized long get(Count count) {
        return counts.get(count);
    }

    synchronized void completed() {
        end(TaskState.COMPLETED);
    }

    synchronized void cancelled() {
        end(TaskState.CANCELLED);
    }

    synchronized void failed(Exception e) {
        failure = TransientFailures.describe(e);
        end(TaskState.FAILED);
    }

    /** Records whether the run publishes its groups; the reason why not is {@code null} if it does. */
    synchronized void published(String reason) {
        published = new Published(reason == null, reason);
    }

    private void end(TaskState endState) {
        countTime();
        state = endState;
    }

    synchronized PartitionReport report() {
        countTime();
        List<NodeShare> shares = nodes.entrySet().stream()
                .map(entry -> new NodeShare(entry.getKey(), entry.getValue().copy()))
                .toList();
        return new PartitionReport(
                spec,
                new RunStatus(state, startedAt, latest - startedAt, failure),
                new RunProgress(phase, List.copyOf(phases.values()), windows),
                new RunWork(counts.copy(), shares, largest),
                new Interruptions(restarts, List.copyOf(interruptions)),
                published);
    }
}
