package org.ndd.partition.plan;

import java.io.IOException;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.persistent.PersistentTaskParams;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata;
import org.elasticsearch.persistent.PersistentTasksCustomMetadata.PersistentTask;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.line.Project;

/**
 * What the cluster state knows of a continuous job that is started: its id, which is its destination. Runs look at it before they begin:
 * a destination that a job keeps up to date is nobody else's. All else is in the record of the job.
 *
 * @param job id of the job
 */
public record ContinuousTaskParams(String job) implements PersistentTaskParams {

    /** Name of the persistent tasks that lead continuous jobs. */
    public static final String NAME = "ndd/continuous";

    private static final ParseField JOB = new ParseField("job");

    private static final ConstructingObjectParser<ContinuousTaskParams, Void> PARSER =
            new ConstructingObjectParser<>(NAME, true, args -> new ContinuousTaskParams((String) args[0]));

    static {
        PARSER.declareString(ConstructingObjectParser.constructorArg(), JOB);
    }

    /** The id of the task that leads a job. No destination has a slash in its name, so it is no task of a run. */
    public static String taskId(String job) {
        return NAME + "/" + job;
    }

    /** The task that leads a job; {@code null} where the job is not started. */
    public static PersistentTask<?> find(ClusterState state, String job) {
        return PersistentTasksCustomMetadata.getTaskWithId(Project.named(state), taskId(job));
    }

    public ContinuousTaskParams(StreamInput in) throws IOException {
        this(in.readString());
    }

    public static ContinuousTaskParams fromXContent(XContentParser parser) {
        return PARSER.apply(parser, null);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(job);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        return builder.startObject().field(JOB.getPreferredName(), job).endObject();
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public TransportVersion getMinimalSupportedVersion() {
        return TransportVersion.zero();
    }
}
