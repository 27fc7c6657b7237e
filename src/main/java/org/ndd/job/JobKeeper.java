package org.ndd.job;

import java.util.function.UnaryOperator;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.index.engine.VersionConflictEngineException;
import org.ndd.partition.StaleCoordinatorException;

/** Stores the state of a job while a node leads it. An older state never replaces a newer one: see {@link JobStore}. */
final class JobKeeper {

    private static final Logger logger = LogManager.getLogger(JobKeeper.class);

    private final long allocation;
    private final JobStore store;
    private JobRecord record;
    private long writes;

    /**
     * @param record the job as it is kept
     * @param allocation number of the task that leads the job; each is larger than those before
     */
    JobKeeper(JobRecord record, long allocation, JobStore store) {
        this.record = record;
        this.allocation = allocation;
        this.store = store;
    }

    synchronized JobRecord record() {
        return record;
    }

    /**
     * Changes the record and stores it. If it cannot be stored, the job continues; on another node it would then resume from an earlier
     * state.
     *
     * @param listener fails if another node has taken over, or the job was stopped
     */
    void change(UnaryOperator<JobRecord> change, ActionListener<Void> listener) {
        changeAndKeep(change, listener.delegateResponse((l, e) -> {
            if (e instanceof StaleCoordinatorException
                    || ExceptionsHelper.unwrapCause(e) instanceof VersionConflictEngineException) {
                l.onFailure(e);
            } else {
                logger.warn(() -> "record of job [" + record().id() + "] could not be written", e);
                l.onResponse(null);
            }
        }));
    }

    /**
     * Changes the record and stores it.
     *
     * @param listener fails also if the record could not be stored; the job itself has changed then
     */
    void changeAndKeep(UnaryOperator<JobRecord> change, ActionListener<Void> listener) {
        JobRecord now;
        long write;
        synchronized (this) {
            record = change.apply(record);
            now = record;
            write = ++writes;
        }
        store.put(now, JobStore.version(allocation, write), listener.delegateResponse((l, e) -> {
            if (ExceptionsHelper.unwrapCause(e) instanceof VersionConflictEngineException) {
                refused(now.id(), e, l);
            } else {
                l.onFailure(e);
            }
        }));
    }

    /** Elasticsearch repeats a write whose shard copy is lost, and then may refuse it because of itself. */
    private void refused(String id, Exception conflict, ActionListener<Void> listener) {
        store.get(
                id,
                ActionListener.wrap(
                        kept -> {
                            if (isOwn(kept.version())) {
                                listener.onResponse(null);
                            } else {
                                listener.onFailure(new StaleCoordinatorException("job [" + id + "]", allocation));
                            }
                        },
                        e -> listener.onFailure(conflict)));
    }

    private synchronized boolean isOwn(long version) {
        return version > JobStore.version(allocation, 0) && version <= JobStore.version(allocation, writes);
    }
}
