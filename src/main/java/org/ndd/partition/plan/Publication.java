package org.ndd.partition.plan;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * How the groups of a run are published and retained.
 *
 * @param publish whether the destination publishes the groups as soon as the run is complete
 * @param replace whether they may replace groups of another source, or those of a part may replace those of the whole
 * @param outlivesSource whether the run is retained when all indices of its source are deleted
 * @param keep number of earlier runs of the destination that are retained when the run is complete, 0 to {@value #MOST_KEPT}
 */
public record Publication(boolean publish, boolean replace, boolean outlivesSource, int keep)
        implements Writeable, ToXContentFragment {

    static final int MOST_KEPT = 1000;

    public static final Publication DEFAULT = new Publication(true, false, false, 3);

    public Publication {
        if (keep < 0 || keep > MOST_KEPT) {
            throw new IllegalArgumentException(
                    "[keep] must be between [0] and [" + MOST_KEPT + "], but was [" + keep + "]");
        }
    }

    public Publication(StreamInput in) throws IOException {
        this(in.readBoolean(), in.readBoolean(), in.readBoolean(), in.readVInt());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeBoolean(publish);
        out.writeBoolean(replace);
        out.writeBoolean(outlivesSource);
        out.writeVInt(keep);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.field("publish", publish).field("replace", replace);
        return builder.field("outlives_source", outlivesSource).field("keep", keep);
    }
}
