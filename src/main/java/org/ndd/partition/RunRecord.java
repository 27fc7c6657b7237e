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
 * @param pins the last operation of each shard that the run sees; empty before the first attempt has pinned the shards
 * @param groupsWritten whether all groups are written and only the later steps remain
 * @param user the user who started or resumed the run; {@code null} if and only if it has ended
 */
public record RunRecord(PartitionReport report, Map<ShardId, ShardPosition> pins, boolean groupsWritten, RunUser user)
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

    /** Returns the number of windows in which documents are decided; 0 if it is not determined yet. */
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
