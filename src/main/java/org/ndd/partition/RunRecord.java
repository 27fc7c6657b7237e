package org.ndd.partition;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.config.ShardPosition;
import org.ndd.config.TaskState;
import org.ndd.partition.plan.RunSpec;

/**
 * The stored state of a run, from which it continues after the loss of any node: its settings and its progress. The decisions are stored
 * separately, in the run's index.
 *
 * @param spec the settings of the run
 * @param pins the last operation of each shard that the run sees; empty before the first attempt has pinned the shards
 * @param windows number of windows in which documents are decided; 0 if it is not determined yet
 * @param groupsWritten whether all groups are written and only the later steps remain
 * @param report the last report
 * @param user the user who started or resumed the run; {@code null} if and only if it has ended
 */
public record RunRecord(
        RunSpec spec,
        Map<ShardId, ShardPosition> pins,
        int windows,
        boolean groupsWritten,
        PartitionReport report,
        RunUser user)
        implements Writeable {

    public RunRecord {
        pins = Map.copyOf(pins);
        if ((report.state() == TaskState.RUNNING) != (user != null)) {
            throw new IllegalArgumentException("[user] must be kept as long as run [" + spec.runId()
                    + "] is running, but was [" + user + "] while it is [" + report.state() + "]");
        }
    }

    RunRecord(StreamInput in) throws IOException {
        this(
                new RunSpec(in),
                in.readMap(ShardId::new, ShardPosition::new),
                in.readVInt(),
                in.readBoolean(),
                PartitionReport.readFrom(in),
                in.readOptionalWriteable(RunUser::new));
    }

    RunRecord pinned(Map<ShardId, ShardPosition> newPins, int newWindows) {
        Map<ShardId, ShardPosition> all = new TreeMap<>(pins);
        all.putAll(newPins);
        return new RunRecord(spec, all, newWindows, groupsWritten, report, user);
    }

    RunRecord written() {
        return new RunRecord(spec, pins, windows, true, report, user);
    }

    /** Returns a record with a newer report of the run, which continues. */
    RunRecord reported(PartitionReport newReport) {
        return new RunRecord(spec, pins, windows, groupsWritten, newReport.running(), user);
    }

    RunRecord atMost(double documentsPerSecond) {
        return new RunRecord(spec.atMost(documentsPerSecond), pins, windows, groupsWritten, report, user);
    }

    /** Returns a record without the user, because another user may resume the run. */
    RunRecord ended(PartitionReport lastReport) {
        return new RunRecord(spec, pins, windows, groupsWritten, lastReport, null);
    }

    /** Returns a record with the user who resumes the run, and with a report that it was resumed. */
    RunRecord resumedBy(RunUser newUser) {
        PartitionReport resumed = PartitionProgress.resumed(spec, report);
        return new RunRecord(spec, pins, windows, groupsWritten, resumed, newUser);
    }

    boolean hasEnded() {
        return user == null;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        spec.writeTo(out);
        out.writeMap(new TreeMap<>(pins));
        out.writeVInt(windows);
        out.writeBoolean(groupsWritten);
        report.writeTo(out);
        out.writeOptionalWriteable(user);
    }
}
