package org.ndd.partition;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.partition.plan.RunSpec;

/**
 * What is kept of a run so that it goes on whatever node is lost: what it was asked to do, and how far it came. What was decided is kept
 * apart, in the run's own index.
 *
 * @param spec what it was asked to do
 * @param pins the last operation that the run sees of each shard; empty before the first attempt has pinned them
 * @param windows in how many windows documents are decided; 0 where that is not known yet
 * @param groupsWritten whether all groups are written and only the alias is to be moved
 * @param report how it stands
 * @param user who asked for it; {@code null} once it has ended, and never before
 */
record RunRecord(
        RunSpec spec, Map<ShardId, Long> pins, int windows, boolean groupsWritten, PartitionReport report, RunUser user)
        implements Writeable {

    RunRecord {
        pins = Map.copyOf(pins);
        if ((report.state() == PartitionReport.State.RUNNING) != (user != null)) {
            throw new IllegalArgumentException("[user] must be kept as long as run [" + spec.runId()
                    + "] is running, but was [" + user + "] while it is [" + report.state() + "]");
        }
    }

    RunRecord(StreamInput in) throws IOException {
        this(
                new RunSpec(in),
                in.readMap(ShardId::new, StreamInput::readZLong),
                in.readVInt(),
                in.readBoolean(),
                new PartitionReport(in),
                in.readOptionalWriteable(RunUser::new));
    }

    RunRecord pinned(Map<ShardId, Long> newPins, int newWindows) {
        Map<ShardId, Long> all = new TreeMap<>(pins);
        all.putAll(newPins);
        return new RunRecord(spec, all, newWindows, groupsWritten, report, user);
    }

    RunRecord written() {
        return new RunRecord(spec, pins, windows, true, report, user);
    }

    /** The run stands so now, and goes on. */
    RunRecord reported(PartitionReport newReport) {
        return new RunRecord(spec, pins, windows, groupsWritten, newReport.running(), user);
    }

    RunRecord atMost(double documentsPerSecond) {
        return new RunRecord(spec.atMost(documentsPerSecond), pins, windows, groupsWritten, report, user);
    }

    /** The user is not needed any more: who resumes the run does so in their own name. */
    RunRecord ended(PartitionReport lastReport) {
        return new RunRecord(spec, pins, windows, groupsWritten, lastReport, null);
    }

    /** Goes on in the name of whoever resumes it, and says that it was resumed. */
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
        out.writeMap(new TreeMap<>(pins), (o, shard) -> shard.writeTo(o), StreamOutput::writeZLong);
        out.writeVInt(windows);
        out.writeBoolean(groupsWritten);
        report.writeTo(out);
        out.writeOptionalWriteable(user);
    }
}
