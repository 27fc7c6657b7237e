package org.ndd.partition;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.bulk.RetryUntilTimeout;
import org.ndd.compat.Project;

/**
 * Stores the state of a run while a node coordinates it: the record, from which the next coordinator continues, and the report for users.
 * Both have the versions of {@link RecordWriter}.
 */
final class RunStateWriter extends RecordWriter<RunRecord> {

    private final PartitionProgress progress;
    private final ClusterService clusterService;
    private final RunIndex runIndex;
    private final RunStore store;

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

    /** Stores the current record. The listener fails only if another coordinator leads the run now. */
    void write(ActionListener<Void> listener) {
        write(record -> record.reported(progress.report()), listener);
    }

    /** Writes the report for users. */
    void report(PartitionReport report, ActionListener<Void> listener) {
        if (Project.of(clusterService.state()).hasIndex(report.id())) {
            runIndex.store(report, nextVersion(), listener);
        } else {
            listener.onResponse(null);
        }
    }

    /** Stores record and report of the end of the run; retries each write for a maximum time. Nothing is stored after that. */
    void end(PartitionReport report, ThreadPool threadPool, TimeValue longest, ActionListener<Void> listener) {
        RunRecord last = close(record -> record.ended(report));
        RetryUntilTimeout.<Void>run(
                threadPool,
                longest,
                null,
                done -> report(report, done),
                ActionListener.running(() -> RetryUntilTimeout.<Void>run(
                        threadPool,
                        longest,
                        null,
                        done -> store.put(last, nextVersion(), done),
                        ActionListener.running(() -> listener.onResponse(null)))));
    }
}
