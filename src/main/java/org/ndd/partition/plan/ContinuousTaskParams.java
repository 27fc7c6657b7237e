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
import org.ndd.compat.Project;

/**
 * The part of a started continuous job that is in the cluster state: its id, which is its destination. Runs check it before they begin: a
 * destination that a job maintains cannot be used by others. The rest is in the record of the job.
 *
 * @param job id of the job
 */
public record ContinuousTaskParams(String job) implements PersistentTaskParams {

    /** Name of the persistent tasks of continuous jobs. */
    public static final String NAME = "ndd/continuous";

    private static final ParseField JOB = new ParseField("job");

    private static final ConstructingObjectParser<ContinuousTaskParams, Void> PARSER =
            new ConstructingObjectParser<>(NAME, true, args -> new ContinuousTaskParams((String) args[0]));

    static {
        PARSER.declareString(ConstructingObjectParser.constructorArg(), JOB);
    }

    /** Id of the task of a job. Names of destinations contain no slash, so it differs from the ids of tasks of runs. */
    public static String taskId(String job) {
        return NAME + "/" + job;
    }

    /** The task of a job; {@code null} if the job is not started. */
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
