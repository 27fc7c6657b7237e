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
 * What is kept of a run so that it goes on whatever node is lost: what it was asked to do, and how far it came. What was decided is kept apart,
 * in the run's own index.
 *
 * @param spec what it was asked to do
 * @param pins the last operation that the run sees of each shard; empty before the first attempt has pinned them
 * @param windows in how many windows documents are decided; 0 where that is not known yet
 * @param groupsWritten whether all groups are written and only the alias is to be moved
 * @param report how it stands
 * @param headers who asked for it: with these in the thread's context, work is done with the rights of that user; empty once it has ended
 */
record RunRecord(
        RunSpec spec,
        Map<ShardId, Long> pins,
        int windows,
        boolean groupsWritten,
        PartitionReport report,
        Map<String, String> headers)
        implements Writeable {

    RunRecord {
        pins = Map.copyOf(pins);
        headers = Map.copyOf(headers);
    }

    RunRecord(StreamInput in) throws IOException {
        this(
                new RunSpec(in),
                in.readMap(ShardId::new, StreamInput::readZLong),
                in.readVInt(),
                in.readBoolean(),
                new PartitionReport(in),
                in.readMap(StreamInput::readString));
    }

    RunRecord pinned(Map<ShardId, Long> newPins, int newWindows) {
        Map<ShardId, Long> all = new TreeMap<>(pins);
        all.putAll(newPins);
        return new RunRecord(spec, all, newWindows, groupsWritten, report, headers);
    }

    RunRecord written() {
        return new RunRecord(spec, pins, windows, true, report, headers);
    }

    RunRecord reported(PartitionReport newReport) {
        return new RunRecord(spec, pins, windows, groupsWritten, newReport, headers);
    }

    RunRecord atMost(double documentsPerSecond) {
        return new RunRecord(spec.atMost(documentsPerSecond), pins, windows, groupsWritten, report, headers);
    }

    RunRecord as(Map<String, String> user) {
        return new RunRecord(spec, pins, windows, groupsWritten, report, user);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        spec.writeTo(out);
        out.writeMap(pins, (o, shard) -> shard.writeTo(o), StreamOutput::writeZLong);
        out.writeVInt(windows);
        out.writeBoolean(groupsWritten);
        report.writeTo(out);
        out.writeMap(headers, StreamOutput::writeString);
    }
}
