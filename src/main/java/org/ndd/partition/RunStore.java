package org.ndd.partition;

import java.util.List;
import java.util.function.Predicate;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;

/** Stores the records of runs. */
public final class RunStore {

    private static final Logger logger = LogManager.getLogger(RunStore.class);

    private final RecordStore records;

    public RunStore(RecordStore records) {
        this.records = records;
    }

    /** Writes the record of a run; fails with a version conflict if the stored version is the same or higher. */
    void put(RunRecord record, long version, ActionListener<Void> listener) {
        records.put(record.spec().runId(), record, record.hasEnded(), version, listener);
    }

    /** Reads the record of a run as any user, because it has no content of documents. The listener fails with 404 if there is none. */
    public void get(String runId, ActionListener<RecordStore.Versioned<RunRecord>> listener) {
        records.get(runId, RunRecord::new, "run [" + runId + "] not found", listener);
    }

    void delete(String runId, ActionListener<Void> listener) {
        records.delete(List.of(runId), RefreshPolicy.NONE, listener);
    }

    /** Deletes the records of runs that have ended and whose index no longer exists. */
    void forget(Predicate<String> isDeleted) {
        records.ids(
                true,
                ActionListener.wrap(
                        ended -> records.delete(
                                ended.stream().filter(isDeleted).toList(), RefreshPolicy.NONE, ActionListener.noop()),
                        e -> logger.debug("records of runs cannot be read", e)));
    }
}
