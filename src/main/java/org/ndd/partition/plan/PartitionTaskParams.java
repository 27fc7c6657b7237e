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
 * What the cluster state knows of a run: its id. All else, and above all who asked for it, is in the record of the run: the cluster
 * state is read by many. The id of the task is the destination that the run will publish to, so that the cluster itself refuses a
 * second one; a run that publishes nothing is in nobody's way, and its task has its own id.
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

    /** The id of the task that leads a run. */
    public static String taskId(RunSpec spec) {
        return spec.publishes() ? destId(spec.dest()) : spec.runId();
    }

    private static String destId(String dest) {
        return "ndd/" + dest;
    }

    /** The task that leads a run; {@code null} where there is none. */
    public static PersistentTask<?> find(ClusterState state, String runId) {
        PersistentTasksCustomMetadata tasks = Project.of(state).custom(PersistentTasksCustomMetadata.TYPE);
        return tasks == null
                ? null
                : tasks.tasks().stream()
                        .filter(task -> runId.equals(runOf(task)))
                        .findFirst()
                        .orElse(null);
    }

    /** The run that is under way and will publish to a destination; {@code null} where there is none. */
    public static String publisherTo(ClusterState state, String dest) {
        return runOf(PersistentTasksCustomMetadata.getTaskWithId(Project.named(state), destId(dest)));
    }

    /** The run that a task leads; {@code null} where it leads none. */
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
