package org.ndd.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.elasticsearch.ExceptionsHelper;
import org.ndd.partition.PartitionReport.Phase;
import org.ndd.partition.PartitionReport.State;
import org.ndd.partition.node.StepResult;
import org.ndd.partition.node.StepResult.LargeGroup;
import org.ndd.partition.plan.PartitionPlan;
import org.ndd.partition.shard.StepCounts;
import org.ndd.partition.shard.StepCounts.Count;

/** What the coordinator knows of a run while it runs. Safe for use by several threads. */
final class PartitionProgress {

    private final PartitionPlan plan;
    private final String dest;
    private final LongSupplier clock;
    private final long startedAt;
    private final List<RunningPhase> phases = new ArrayList<>();
    private final StepCounts counts = new StepCounts();
    private List<LargeGroup> largest = List.of();
    private State state = State.RUNNING;
    private String failure;
    private long endedAt;

    private static final class RunningPhase {
        private final String name;
        private final long startedAt;
        private long endedAt;
        private long done;
        private long total;

        RunningPhase(String name, long startedAt) {
            this.name = name;
            this.startedAt = startedAt;
        }
    }

    /** @param clock milliseconds of the epoch */
    PartitionProgress(PartitionPlan plan, String dest, LongSupplier clock) {
        this.plan = plan;
        this.dest = dest;
        this.clock = clock;
        this.startedAt = clock.getAsLong();
    }

    synchronized void begin(String phase) {
        endPhase();
        phases.add(new RunningPhase(phase, clock.getAsLong()));
    }

    private void endPhase() {
        if (phases.isEmpty() == false && phases.get(phases.size() - 1).endedAt == 0) {
            RunningPhase last = phases.get(phases.size() - 1);
            last.endedAt = clock.getAsLong();
        }
    }

    /** More work is known of in the current phase. */
    synchronized void expect(long units) {
        phases.get(phases.size() - 1).total += units;
    }

    /** Work of the current phase is done. */
    synchronized void done(long units) {
        phases.get(phases.size() - 1).done += units;
    }

    synchronized void add(StepResult result) {
        counts.add(result.counts());
        largest = LargeGroup.merge(largest, result.largest());
    }

    synchronized long get(Count count) {
        return counts.get(count);
    }

    synchronized void completed() {
        end(State.COMPLETED);
    }

    synchronized void cancelled() {
        end(State.CANCELLED);
    }

    synchronized void failed(Exception e) {
        Throwable cause = ExceptionsHelper.unwrapCause(e);
        failure = cause.getClass().getSimpleName() + ": " + cause.getMessage();
        end(State.FAILED);
    }

    private void end(State how) {
        endPhase();
        state = how;
        endedAt = clock.getAsLong();
    }

    synchronized PartitionReport report() {
        long now = clock.getAsLong();
        StepCounts copy = new StepCounts();
        copy.add(counts);
        List<Phase> soFar = phases.stream()
                .map(phase -> new Phase(
                        phase.name,
                        (phase.endedAt == 0 ? now : phase.endedAt) - phase.startedAt,
                        phase.done,
                        phase.total))
                .toList();
        return new PartitionReport(
                plan.runId(),
                List.of(plan.indices().indices()),
                dest,
                state,
                phases.isEmpty() ? "starting" : phases.get(phases.size() - 1).name,
                startedAt,
                (endedAt == 0 ? now : endedAt) - startedAt,
                copy,
                largest,
                soFar,
                failure,
                plan.options());
    }
}
