package org.ndd.partition;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.bulk.RetryUntilTimeout;
import org.ndd.config.ShardPosition;
import org.ndd.config.TaskState;
import org.ndd.partition.plan.RunSpec;

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

    /**
     * Stores the state of a run while a node coordinates it: the record, from which the next coordinator continues, and the report for
     * users. Both have the versions of {@link RecordWriter}.
     */
    static final class RunStateWriter extends RecordWriter<RunRecord> {

        private final PartitionProgress progress;
        private final RunIndex runIndex;
        private final RunStore store;

        RunStateWriter(
                RunRecord record, long coordinator, PartitionProgress progress, RunIndex runIndex, RunStore store) {
            super(
                    "run [" + record.spec().runId() + "]",
                    record,
                    coordinator,
                    store::put,
                    l -> store.get(record.spec().runId(), l));
            this.progress = progress;
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

        void report(PartitionReport report, ActionListener<Void> listener) {
            runIndex.store(report, nextVersion(), listener);
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

    /**
     * The stored state of a run, from which it continues after the loss of any node: its settings and its progress. The decisions are
     * stored separately, in the run's index.
     *
     * @param pins the last operation of each shard that the run sees; empty before the first attempt has pinned the shards
     * @param groupsWritten whether all groups are written and only the later steps remain
     * @param user the user who started or resumed the run; {@code null} if and only if it has ended
     */
    public record RunRecord(
            PartitionReport report, Map<ShardId, ShardPosition> pins, boolean groupsWritten, RunUser user)
            implements Writeable {

        public RunRecord {
            pins = Map.copyOf(pins);
            if ((report.state() == TaskState.RUNNING) != (user != null)) {
                throw new IllegalArgumentException("[user] must be kept as long as run [" + report.id()
                        + "] is running, but was [" + user + "] while it is [" + report.state() + "]");
            }
        }

        RunRecord(StreamInput in) throws IOException {
            this(
                    new PartitionReport(in),
                    in.readMap(ShardId::new, ShardPosition::new),
                    in.readBoolean(),
                    in.readOptionalWriteable(RunUser::new));
        }

        public RunSpec spec() {
            return report.spec();
        }

        int windows() {
            return report.progress().windows();
        }

        RunRecord pinned(Map<ShardId, ShardPosition> newPins) {
            Map<ShardId, ShardPosition> all = new TreeMap<>(pins);
            all.putAll(newPins);
            return new RunRecord(report, all, groupsWritten, user);
        }

        RunRecord written() {
            return new RunRecord(report, pins, true, user);
        }

        RunRecord reported(PartitionReport newReport) {
            return new RunRecord(newReport.running(), pins, groupsWritten, user);
        }

        /** Returns a record without the user, because another user may resume the run. */
        RunRecord ended(PartitionReport lastReport) {
            return new RunRecord(lastReport, pins, groupsWritten, null);
        }

        RunRecord resumedBy(RunUser newUser) {
            return new RunRecord(PartitionProgress.resumed(report), pins, groupsWritten, newUser);
        }

        boolean hasEnded() {
            return user == null;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            report.writeTo(out);
            out.writeMap(new TreeMap<>(pins));
            out.writeBoolean(groupsWritten);
            out.writeOptionalWriteable(user);
        }
    }
}
