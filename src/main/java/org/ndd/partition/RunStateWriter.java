package org.ndd.partition;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.engine.VersionConflictEngineException;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.compat.Project;

/**
 * Stores the state of a run while a node coordinates it: the record that the next coordinator reads, and the report that users read. Each
 * write has a version, higher with each coordinator and with each of its writes, and Elasticsearch rejects a version lower than the stored
 * one. So a former coordinator that does not know yet that it was replaced, or a late write, never replaces newer data.
 */
final class RunStateWriter {

    private static final Logger logger = LogManager.getLogger(RunStateWriter.class);

    /** Writes that one coordinator may make; their versions follow those of the one before. */
    private static final long WRITES = 1L << 24;

    private final long coordinator;
    private final PartitionProgress progress;
    private final ClusterService clusterService;
    private final RunIndex runIndex;
    private final RunStore store;
    private final AtomicLong writes = new AtomicLong();
    private RunRecord record;
    private boolean ended;

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
        this.record = record;
        this.coordinator = coordinator;
        this.progress = progress;
        this.clusterService = clusterService;
        this.runIndex = runIndex;
        this.store = store;
    }

    /** Number of the run's coordinator. */
    long coordinator() {
        return coordinator;
    }

    PartitionProgress progress() {
        return progress;
    }

    synchronized RunRecord record() {
        return record;
    }

    synchronized void change(UnaryOperator<RunRecord> change) {
        record = change.apply(record);
    }

    /**
     * Stores the current record. If the write fails, the run does not end; it only begins further back after another failure.
     *
     * @param listener fails if another coordinator has taken over
     */
    void keep(ActionListener<Void> listener) {
        RunRecord now;
        long version;
        synchronized (this) {
            if (ended) {
                listener.onResponse(null);
                return;
            }
            now = record.reported(progress.report());
            version = nextVersion();
        }
        store.put(now, version, ActionListener.wrap(listener::onResponse, e -> {
            if (isConflict(e)) {
                refused(e, listener);
            } else {
                logger.warn(() -> "record of run [" + now.spec().runId() + "] could not be written", e);
                listener.onResponse(null);
            }
        }));
    }

    /** Elasticsearch repeats a write whose shard copy is lost, and then may refuse it because of itself. */
    private void refused(Exception conflict, ActionListener<Void> listener) {
        store.get(
                record().spec().runId(),
                ActionListener.wrap(
                        kept -> {
                            if (kept.version() / WRITES == coordinator) {
                                listener.onResponse(null);
                            } else {
                                String run = record().spec().runId();
                                listener.onFailure(new StaleCoordinatorException("run [" + run + "]", coordinator));
                            }
                        },
                        e -> listener.onFailure(conflict)));
    }

    private long nextVersion() {
        return coordinator * WRITES + writes.incrementAndGet();
    }

    private static boolean isConflict(Exception e) {
        return ExceptionsHelper.unwrapCause(e) instanceof VersionConflictEngineException;
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
        RunRecord last;
        synchronized (this) {
            ended = true;
            last = record.ended(report);
        }
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
