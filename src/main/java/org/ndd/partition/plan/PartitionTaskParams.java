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
 * The part of a run that is in the cluster state: its id. All other data, in particular the user, is in the record of the run, because many
 * users can read the cluster state. The id of the task is the destination to which the run will publish, so the cluster rejects a second
 * task. A run that publishes nothing conflicts with no other, and its task has a separate id.
 *
 * @param runId id of the run
 */
public record PartitionTaskParams(String runId) implements PersistentTaskParams {

    /** Name of the persistent tasks of runs. */
    public static final String NAME = "ndd/partition";

    private static final ParseField RUN = new ParseField("run");

    private static final ConstructingObjectParser<PartitionTaskParams, Void> PARSER =
            new ConstructingObjectParser<>(NAME, true, args -> new PartitionTaskParams((String) args[0]));

    static {
        PARSER.declareString(ConstructingObjectParser.constructorArg(), RUN);
    }

    /** Returns the id of the task of a run. */
    public static String taskId(RunSpec spec) {
        return spec.publishes() ? destId(spec.dest()) : spec.runId();
    }

    private static String destId(String dest) {
        return "ndd/" + dest;
    }

    /** Returns the task of a run; {@code null} if there is none. */
    public static PersistentTask<?> find(ClusterState state, String runId) {
        PersistentTasksCustomMetadata tasks = Project.of(state).custom(PersistentTasksCustomMetadata.TYPE);
        return tasks == null
                ? null
                : tasks.tasks().stream()
                        .filter(task -> runId.equals(runOf(task)))
                        .findFirst()
                        .orElse(null);
    }

    /** Returns the active run that will publish to a destination; {@code null} if there is none. */
    public static String publisherTo(ClusterState state, String dest) {
        return runOf(PersistentTasksCustomMetadata.getTaskWithId(Project.named(state), destId(dest)));
    }

    /** Returns the run of a task; {@code null} if it is not the task of a run. */
    public static String runOf(PersistentTask<?> task) {
        return task != null && task.getParams() instanceof PartitionTaskParams params ? params.runId() : null;
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
        return TransportVersion.zero();
    }
}
