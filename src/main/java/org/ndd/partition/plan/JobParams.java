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
 * The part of a started job that is in the cluster state. Its task is named after the destination, so each destination has at most one
 * started job. Runs check this task before they start, because only the job itself publishes to its destination. The other data is in the
 * record of the job.
 *
 * @param job id of the job
 * @param dest destination of the job
 */
public record JobParams(String job, String dest) implements PersistentTaskParams {

    /** Name of the persistent tasks of jobs. */
    public static final String NAME = "ndd/job";

    private static final ParseField JOB = new ParseField("job");
    private static final ParseField DEST = new ParseField("dest");

    private static final ConstructingObjectParser<JobParams, Void> PARSER =
            new ConstructingObjectParser<>(NAME, true, args -> new JobParams((String) args[0], (String) args[1]));

    static {
        PARSER.declareString(ConstructingObjectParser.constructorArg(), JOB);
        PARSER.declareString(ConstructingObjectParser.constructorArg(), DEST);
    }

    /** Returns the id of the task. Names of destinations contain no slash, so it differs from the ids of tasks of runs. */
    public static String taskId(String dest) {
        return NAME + "/" + dest;
    }

    /** Returns the task of a job; {@code null} if the job is not started. */
    public static PersistentTask<?> find(ClusterState state, String job, String dest) {
        return job.equals(jobOf(state, dest)) ? task(state, dest) : null;
    }

    /** Returns the started job of a destination; {@code null} if there is none. */
    public static String jobOf(ClusterState state, String dest) {
        PersistentTask<?> task = task(state, dest);
        return task == null ? null : ((JobParams) task.getParams()).job();
    }

    private static PersistentTask<?> task(ClusterState state, String dest) {
        return PersistentTasksCustomMetadata.getTaskWithId(Project.named(state), taskId(dest));
    }

    public JobParams(StreamInput in) throws IOException {
        this(in.readString(), in.readString());
    }

    public static JobParams fromXContent(XContentParser parser) {
        return PARSER.apply(parser, null);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(job);
        out.writeString(dest);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject().field(JOB.getPreferredName(), job);
        return builder.field(DEST.getPreferredName(), dest).endObject();
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
