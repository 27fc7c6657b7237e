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
 * The part of a run or of a started job that is in the cluster state: its id. All other data, in particular the user, is in its record,
 * because many users can read the cluster state. The id of the task is made of the destination:
 *
 * <ul>
 * <li>Of a run, it is the destination to which the run will publish, so the cluster rejects a second task. A run that publishes nothing
 *     conflicts with no other, and its task has a separate id.
 * <li>Of a job, so each destination has at most one started job. Runs check this task before they start, because only the job itself
 *     publishes to its destination.
 * </ul>
 *
 * @param name {@link #RUN} or {@link #JOB}
 */
public record TaskParams(String name, String id) implements PersistentTaskParams {

    public static final String RUN = "ndd/partition";
    public static final String JOB = "ndd/job";

    private static final ParseField ID = new ParseField("id");

    private static final ConstructingObjectParser<TaskParams, String> PARSER =
            new ConstructingObjectParser<>("task", true, (args, name) -> new TaskParams(name, (String) args[0]));

    static {
        PARSER.declareString(ConstructingObjectParser.constructorArg(), ID);
    }

    public static String taskId(RunSpec spec) {
        return spec.publishes() ? publisherId(spec.dest()) : spec.runId();
    }

    private static String publisherId(String dest) {
        return "ndd/" + dest;
    }

    /**
     * Returns the id of the task of the job of a destination. Names of destinations contain no slash, so it differs from the ids of tasks
     * of runs.
     */
    public static String jobTaskId(String dest) {
        return JOB + "/" + dest;
    }

    /** Returns the task of a run; {@code null} if there is none. */
    public static PersistentTask<?> ofRun(ClusterState state, String run) {
        PersistentTasksCustomMetadata tasks = Project.of(state).custom(PersistentTasksCustomMetadata.TYPE);
        return tasks == null
                ? null
                : tasks.tasks().stream()
                        .filter(task -> run.equals(runOf(task)))
                        .findFirst()
                        .orElse(null);
    }

    /** Returns the highest allocation of all tasks that this cluster ever had; 0 if it had none. Later tasks have higher ones. */
    public static long lastAllocation(ClusterState state) {
        PersistentTasksCustomMetadata tasks = Project.of(state).custom(PersistentTasksCustomMetadata.TYPE);
        return tasks == null ? 0 : PersistentTasksCustomMetadata.builder(tasks).getLastAllocationId();
    }

    /** Returns the task of a job; {@code null} if the job is not started. */
    public static PersistentTask<?> ofJob(ClusterState state, String job, String dest) {
        return job.equals(jobOf(state, dest)) ? task(state, jobTaskId(dest)) : null;
    }

    /** Returns the active run that will publish to a destination; {@code null} if there is none. */
    public static String publisherTo(ClusterState state, String dest) {
        return runOf(task(state, publisherId(dest)));
    }

    /** Returns the run of a task; {@code null} if it is not the task of a run. */
    public static String runOf(PersistentTask<?> task) {
        return task != null && task.getTaskName().equals(RUN) ? ((TaskParams) task.getParams()).id() : null;
    }

    /** Returns the started job of a destination; {@code null} if there is none. */
    public static String jobOf(ClusterState state, String dest) {
        PersistentTask<?> task = task(state, jobTaskId(dest));
        return task == null ? null : ((TaskParams) task.getParams()).id();
    }

    private static PersistentTask<?> task(ClusterState state, String id) {
        return PersistentTasksCustomMetadata.getTaskWithId(Project.named(state), id);
    }

    public static TaskParams readFrom(String name, StreamInput in) throws IOException {
        return new TaskParams(name, in.readString());
    }

    public static TaskParams fromXContent(String name, XContentParser parser) {
        return PARSER.apply(parser, name);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(id);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        return builder.startObject().field(ID.getPreferredName(), id).endObject();
    }

    @Override
    public String getWriteableName() {
        return name;
    }

    @Override
    public TransportVersion getMinimalSupportedVersion() {
        return TransportVersion.zero();
    }
}
