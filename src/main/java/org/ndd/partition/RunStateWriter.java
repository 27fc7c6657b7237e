package org.ndd.partition;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.compat.Project;

/**
 * Stores the state of a run while a node coordinates it: the record that the next coordinator reads, and the report that users read, both
 * with the versions of {@link RecordWriter}.
 */
final class RunStateWriter extends RecordWriter<RunRecord> {

    private final PartitionProgress progress;
    private final ClusterService clusterService;
    private final RunIndex runIndex;
    private final RunStore store;

    /**
     * @param record the run as it is kept
     * @param coordinator number of the run's coordinator; each is larger than those before
     */
    RunStateWriter(
            RunRecord record,
            long coordinator,
            PartitionProgress progress,
            ClusterService clusterService,
            RunIndex runIndex,
            RunStore store) {
        super(
                "run [" + record.spec().runId() + "]",
                record,
                coordinator,
                store::put,
                l -> store.get(record.spec().runId(), l));
        this.progress = progress;
        this.clusterService = clusterService;
        this.runIndex = runIndex;
        this.store = store;
    }

    PartitionProgress progress() {
        return progress;
    }

    /**
     * Stores the current record. If the write fails, the run does not end; it only begins further back after another failure.
     *
     * @param listener fails if another coordinator has taken over
     */
    void write(ActionListener<Void> listener) {
        write(record -> record.reported(progress.report()), listener);
    }

    /** Writes the report that users see. */
    void report(PartitionReport report, ActionListener<Void> listener) {
        if (Project.of(clusterService.state()).hasIndex(report.id())) {
            runIndex.store(report, nextVersion(), listener);
        } else {
            listener.onResponse(null);
        }
    }

    /**
     * Stores the record and the report of the end of the run, with retries; nothing is stored after that.
     *
     * @param longest how long each write is retried
     */
    void end(PartitionReport report, ThreadPool threadPool, TimeValue longest, ActionListener<Void> listener) {
        RunRecord last = close(record -> record.ended(report));
        RetryUntilTimeout.run(
                threadPool,
                longest,
                null,
                done -> report(report, done),
                ActionListener.running(() -> RetryUntilTimeout.run(
                        threadPool,
                        longest,
                        null,
                        done -> store.put(last, nextVersion(), done),
                        ActionListener.running(() -> listener.onResponse(null)))));
    }
}
