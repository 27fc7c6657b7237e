package org.ndd.partition.plan;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.Speed;

/**
 * The way a run works, and the documents that it writes.
 *
 * @param dryRun whether nothing is written
 * @param singletons whether groups of one are written too
 * @param sample share of the documents that take part, above 0 to 1; below 1 in a dry run only
 * @param windows number of ranges of ranks that are decided sequentially; more need less memory and give the same result; {@link
 *     PartitionOptions#AUTOMATIC_WINDOWS} to derive the number from the available memory
 * @param requestsPerSecond maximum number of documents decided per second over all shards; infinite for no limit
 */
public record ExecutionOptions(boolean dryRun, boolean singletons, double sample, int windows, double requestsPerSecond)
        implements Writeable, ToXContentFragment {

    public ExecutionOptions {
        if ((sample > 0 && sample <= 1) == false) {
            throw new IllegalArgumentException(
                    "[sample] must be more than [0] and at most [1], but was [" + sample + "]");
        }
        if (sample < 1 && dryRun == false) {
            throw new IllegalArgumentException(
                    "[sample] must be [1] unless [dry_run] is [true], but was [" + sample + "]");
        }
        if (windows < PartitionOptions.AUTOMATIC_WINDOWS || windows > PartitionOptions.MAX_WINDOWS) {
            throw new IllegalArgumentException("[windows] must be between [1] and [" + PartitionOptions.MAX_WINDOWS
                    + "], or [0] to choose them by the available memory, but was [" + windows + "]");
        }
        Speed.check(requestsPerSecond);
    }

    ExecutionOptions(StreamInput in) throws IOException {
        this(in.readBoolean(), in.readBoolean(), in.readDouble(), in.readVInt(), in.readDouble());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeBoolean(dryRun);
        out.writeBoolean(singletons);
        out.writeDouble(sample);
        out.writeVInt(windows);
        out.writeDouble(requestsPerSecond);
    }

    /** The same options with another number of windows, and another limit of speed. */
    ExecutionOptions with(int otherWindows, double documentsPerSecond) {
        return new ExecutionOptions(dryRun, singletons, sample, otherWindows, documentsPerSecond);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.field("dry_run", dryRun);
        builder.field("singletons", singletons);
        builder.field("sample", sample);
        builder.field("windows", windows);
        return builder.field("requests_per_second", Speed.shown(requestsPerSecond));
    }
}
