package org.ndd.partition;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.index.engine.VersionConflictEngineException;
import org.elasticsearch.rest.RestStatus;
import org.ndd.partition.RecordStore.Versioned;

/**
 * Stores the record of a run or a job while a node leads it, so that another node can continue from it. Each write has a version, computed
 * from the number of the task that leads the run or job, and from the number of the write. Numbers of tasks increase with each node that
 * leads. Elasticsearch rejects a version that is not above the stored one. So neither a replaced node nor a late write replaces newer data.
 * The upper half of the versions of a task is for its final states: failed, stopped, or started again with another task.
 */
public class RecordWriter<R> {

    private static final Logger logger = LogManager.getLogger(RecordWriter.class);

    /** Maximum number of writes per task. Half of them suffice for one write per second during 60 years. */
    private static final long WRITES = 1L << 32;

    public interface Put<R> {

        void put(R record, long version, ActionListener<Void> listener);
    }

    private final String name;
    private final long allocation;
    private final Put<R> put;
    private final Consumer<ActionListener<Versioned<R>>> get;
    private R record;
    private long writes;
    private boolean closed;

    /**
     * @param name such as {@code run [x]}
     * @param allocation number of the task that leads the run or job, larger than the number of each earlier task
     */
    public RecordWriter(
            String name, R record, long allocation, Put<R> put, Consumer<ActionListener<Versioned<R>>> get) {
        this.name = name;
        this.record = record;
        this.allocation = allocation;
        this.put = put;
        this.get = get;
    }

    /**
     * Returns the version of a write of the task with this allocation.
     *
     * @param write number of the write, from 1 on
     */
    public static long version(long allocation, long write) {
        return allocation * WRITES + write;
    }

    /** Returns a version above all writes of the task with this allocation, and below all writes of later tasks. */
    public static long versionAfter(long allocation) {
        return version(allocation, WRITES / 2);
    }

    /** Returns a version above a stored one, and above all later writes of the task that stored it. */
    public static long nextVersion(long stored) {
        return Math.max(stored, versionAfter(allocation(stored))) + 1;
    }

    /** Returns the allocation of the last task that may have written a stored version; 0 if there was none. */
    public static long allocation(long stored) {
        return stored / WRITES;
    }

    public final long allocation() {
        return allocation;
    }

    public final synchronized R record() {
        return record;
    }

    synchronized void change(UnaryOperator<R> change) {
        if (closed == false) {
            record = change.apply(record);
        }
    }

    synchronized long nextVersion() {
        return version(allocation, ++writes);
    }

    /** Changes the record for the last time without storing it. Later calls of {@link #write} change and store nothing. */
    synchronized R close(UnaryOperator<R> change) {
        change(change);
        closed = true;
        return record;
    }

    /**
     * Changes the record and stores it. If it cannot be stored, the run or job continues; on another node it would then resume from an
     * earlier state.
     *
     * @param listener fails if another node leads the run or job now, or if the job was stopped
     */
    public void write(UnaryOperator<R> change, ActionListener<Void> listener) {
        writeOrFail(change, listener.delegateResponse((l, e) -> {
            if (e instanceof StaleCoordinatorException || isConflict(e)) {
                l.onFailure(e);
            } else {
                logger.warn(() -> "record of " + name + " could not be written", e);
                l.onResponse(null);
            }
        }));
    }

    /** Changes the record and stores it. Fails also if it could not be stored; the record in memory is changed also then. */
    public void writeOrFail(UnaryOperator<R> change, ActionListener<Void> listener) {
        R now;
        long version;
        synchronized (this) {
            if (closed) {
                listener.onResponse(null);
                return;
            }
            record = change.apply(record);
            now = record;
            version = nextVersion();
        }
        put.put(now, version, listener.delegateResponse((l, e) -> {
            if (isConflict(e)) {
                handleConflict(e, l);
            } else {
                l.onFailure(e);
            }
        }));
    }

    private static boolean isConflict(Exception e) {
        return ExceptionsHelper.unwrapCause(e) instanceof VersionConflictEngineException;
    }

    /**
     * Handles a version conflict. Elasticsearch repeats a write whose shard copy is lost, so the conflict may be with the first attempt of
     * the same write.
     */
    private void handleConflict(Exception conflict, ActionListener<Void> listener) {
        get.accept(ActionListener.wrap(
                stored -> {
                    if (stored.version() >= version(allocation, 0) && stored.version() < versionAfter(allocation)) {
                        listener.onResponse(null);
                    } else {
                        listener.onFailure(new StaleCoordinatorException(name, allocation));
                    }
                },
                e -> listener.onFailure(conflict)));
    }

    /** Reports that another node coordinates the run or the job. This coordinator stops immediately, and writes no more reports. */
    public static final class StaleCoordinatorException extends ElasticsearchStatusException {

        public StaleCoordinatorException(String target, long coordinator) {
            super(target + " has a later coordinator than [" + coordinator + "]", RestStatus.CONFLICT);
        }
    }
}
