package org.ndd.partition.plan;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Options of how the groups of a run are published and retained.
 *
 * @param publish whether the destination publishes the groups when the run is complete
 * @param replace whether they may replace groups of another source, or groups of a part may replace groups of the whole source
 * @param retainOnSourceDeletion whether the run is retained when all indices of its source are deleted
 * @param maxRetainedRuns number of earlier runs of the destination that are retained when the run is complete, 0 to {@value #MAX_KEPT}
 */
public record Publication(boolean publish, boolean replace, boolean retainOnSourceDeletion, int maxRetainedRuns)
        implements Writeable, ToXContentFragment {

    static final int MAX_KEPT = 1000;

    public static final Publication DEFAULT = new Publication(true, false, false, 3);

    public Publication {
        if (maxRetainedRuns < 0 || maxRetainedRuns > MAX_KEPT) {
            throw new IllegalArgumentException("[max_retained_runs] must be between [0] and [" + MAX_KEPT
                    + "], but was [" + maxRetainedRuns + "]");
        }
    }

    public Publication(StreamInput in) throws IOException {
        this(in.readBoolean(), in.readBoolean(), in.readBoolean(), in.readVInt());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeBoolean(publish);
        out.writeBoolean(replace);
        out.writeBoolean(retainOnSourceDeletion);
        out.writeVInt(maxRetainedRuns);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.field("publish", publish).field("replace", replace);
        return builder.field("retain_on_source_deletion", retainOnSourceDeletion)
                .field("max_retained_runs", maxRetainedRuns);
    }
}
