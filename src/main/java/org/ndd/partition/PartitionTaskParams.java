package org.ndd.partition;

import java.io.IOException;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.TransportVersions;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.persistent.PersistentTaskParams;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;

/**
 * What the cluster state knows of a run: its id. All else, and above all who asked for it, is in {@link RunStore}: the cluster state is read by
 * many.
 *
 * @param runId id of the run
 */
public record PartitionTaskParams(String runId) implements PersistentTaskParams {

    /** Name of the persistent tasks that lead runs. */
    public static final String NAME = "ndd/partition";

    private static final ParseField RUN = new ParseField("run");

    private static final ConstructingObjectParser<PartitionTaskParams, Void> PARSER =
            new ConstructingObjectParser<>(NAME, true, args -> new PartitionTaskParams((String) args[0]));

    static {
        PARSER.declareString(ConstructingObjectParser.constructorArg(), RUN);
    }

    public PartitionTaskParams(StreamInput in) throws IOException {
        this(in.readString());
    }

    public static PartitionTaskParams fromXContent(XContentParser parser) {
        return PARSER.apply(parser, null);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(runId);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        return builder.startObject().field(RUN.getPreferredName(), runId).endObject();
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public TransportVersion getMinimalSupportedVersion() {
        return TransportVersions.V_8_0_0;
    }
}
