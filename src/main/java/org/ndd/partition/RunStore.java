package org.ndd.partition;

import java.util.List;
import java.util.function.Predicate;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;

/** Keeps the records of runs. */
public final class RunStore {

    private static final Logger logger = LogManager.getLogger(RunStore.class);

    private final RecordStore records;

    public RunStore(RecordStore records) {
        this.records = records;
    }

    /**
     * Writes the record of a run over the one before.
     *
     * @param version of the record; fails with a version conflict where there is one of this version or a higher one
     */
    void put(RunRecord record, long version, ActionListener<Void> listener) {
        records.put(record.spec().runId(), record, record.hasEnded(), version, RefreshPolicy.NONE, listener);
    }

    /** The record of a run; fails with 404 where none is kept. */
    void get(String runId, ActionListener<RecordStore.Kept<RunRecord>> listener) {
        records.get(runId, RunRecord::new, "nothing is kept of run [" + runId + "]", listener);
    }

    /** Forgets a run; whether anything was kept of it or not. */
    void delete(String runId, ActionListener<Void> listener) {
        records.delete(List.of(runId), RefreshPolicy.NONE, listener);
    }

    /** Forgets the runs that have ended and are gone. */
    void forget(Predicate<String> gone) {
        records.ids(
                true,
                ActionListener.wrap(
                        ended -> records.delete(
                                ended.stream().filter(gone).toList(), RefreshPolicy.NONE, ActionListener.noop()),
                        e -> logger.debug("records of runs cannot be read", e)));
    }
}
