package org.ndd.bulk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.IndicesActionRequest;

/**
 * The jobs on an index that are running: shows them, ends them or changes their speed. An action on the index rather than on tasks, so that
 * the right to write the index suffices, and no rights on the tasks of the cluster are necessary.
 */
public final class JobTasksAction {

    public static final String NAME = "indices:data/write/ndd/tasks";

    public static final ActionType<Response> TYPE = new ActionType<>(NAME);

    private JobTasksAction() {}

    /** The operation on the jobs. */
    public enum Operation {
        SHOW,
        CANCEL,
        RETHROTTLE
    }

    /** Names indices; concerns the jobs of a kind all of whose indices are among them. */
    public static final class Request extends IndicesActionRequest {

        private final JobKind kind;
        private final Operation operation;
        private final double requestsPerSecond;

        private Request(String[] indices, JobKind kind, Operation operation, double requestsPerSecond) {
            super(indices);
            this.kind = kind;
            this.operation = operation;
            this.requestsPerSecond = requestsPerSecond;
        }

        public static Request show(JobKind kind, String... indices) {
            return new Request(indices, kind, Operation.SHOW, Double.POSITIVE_INFINITY);
        }

        public static Request cancel(JobKind kind, String... indices) {
            return new Request(indices, kind, Operation.CANCEL, Double.POSITIVE_INFINITY);
        }

        /** @param requestsPerSecond see {@link JobSpeed} */
        public static Request rethrottle(JobKind kind, double requestsPerSecond, String... indices) {
            return new Request(indices, kind, Operation.RETHROTTLE, requestsPerSecond);
        }

        public Request(StreamInput in) throws IOException {
            super(in);
            kind = in.readEnum(JobKind.class);
            operation = in.readEnum(Operation.class);
            requestsPerSecond = in.readDouble();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeEnum(kind);
            out.writeEnum(operation);
            out.writeDouble(requestsPerSecond);
        }

        public JobKind kind() {
            return kind;
        }

        public Operation operation() {
            return operation;
        }

        public double requestsPerSecond() {
            return requestsPerSecond;
        }
    }

    /**
     * A job that is running.
     *
     * @param task its id
     * @param description of the request
     * @param report its progress
     */
    public record Running(TaskId task, String description, JobReport report) implements Writeable {

        Running(StreamInput in) throws IOException {
            this(TaskId.readFromStream(in), in.readString(), (JobReport) in.readNamedWriteable(Task.Status.class));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            task.writeTo(out);
            out.writeString(description);
            out.writeNamedWriteable(report);
        }
    }

    /** The jobs that were found, each as it stood after the operation. */
    public static final class Response extends ActionResponse implements ToXContentObject {

        private final JobKind kind;
        private final List<Running> jobs;

        public Response(JobKind kind, List<Running> jobs) {
            this.kind = kind;
            this.jobs = List.copyOf(jobs);
        }

        public Response(StreamInput in) throws IOException {
            this(in.readEnum(JobKind.class), in.readCollectionAsList(Running::new));
        }

        static Response merge(JobKind kind, Iterable<Response> ofNodes) {
            List<Running> all = new ArrayList<>();
            ofNodes.forEach(response -> all.addAll(response.jobs));
            return new Response(kind, all);
        }

        public List<Running> jobs() {
            return jobs;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeEnum(kind);
            out.writeCollection(jobs);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject().startArray(kind.plural());
            for (Running job : jobs) {
                builder.startObject();
                builder.field("task", job.task().toString());
                builder.field("description", job.description());
                builder.field("status", job.report());
                builder.endObject();
            }
            return builder.endArray().endObject();
        }
    }
}
