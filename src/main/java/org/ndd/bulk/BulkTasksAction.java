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
 * Lists the active bulk tasks on an index, cancels them or changes their rate. An action on the index rather than on tasks, so that the
 * right to write the index suffices, and no rights on the tasks of the cluster are necessary.
 */
public final class BulkTasksAction {

    public static final String NAME = "indices:data/write/ndd/tasks";

    public static final ActionType<Response> TYPE = new ActionType<>(NAME);

    private BulkTasksAction() {}

    /** The operation on the tasks. */
    public enum Operation {
        SHOW,
        CANCEL,
        RETHROTTLE
    }

    /** Names indices; concerns the tasks of a kind all of whose indices are among them. */
    public static final class Request extends IndicesActionRequest {

        private final BulkTaskKind kind;
        private final Operation operation;
        private final double requestsPerSecond;

        private Request(String[] indices, BulkTaskKind kind, Operation operation, double requestsPerSecond) {
            super(indices);
            this.kind = kind;
            this.operation = operation;
            this.requestsPerSecond = requestsPerSecond;
        }

        public static Request show(BulkTaskKind kind, String... indices) {
            return new Request(indices, kind, Operation.SHOW, Double.POSITIVE_INFINITY);
        }

        public static Request cancel(BulkTaskKind kind, String... indices) {
            return new Request(indices, kind, Operation.CANCEL, Double.POSITIVE_INFINITY);
        }

        /** @param requestsPerSecond see {@link BulkTaskSpeed} */
        public static Request rethrottle(BulkTaskKind kind, double requestsPerSecond, String... indices) {
            return new Request(indices, kind, Operation.RETHROTTLE, requestsPerSecond);
        }

        public Request(StreamInput in) throws IOException {
            super(in);
            kind = in.readEnum(BulkTaskKind.class);
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

        public BulkTaskKind kind() {
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
     * A task that is running.
     *
     * @param task its id
     * @param description of the request
     * @param report its progress
     */
    public record Running(TaskId task, String description, BulkTaskReport report) implements Writeable {

        Running(StreamInput in) throws IOException {
            this(TaskId.readFromStream(in), in.readString(), (BulkTaskReport) in.readNamedWriteable(Task.Status.class));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            task.writeTo(out);
            out.writeString(description);
            out.writeNamedWriteable(report);
        }
    }

    /** The tasks that were found, with their progress after the operation. */
    public static final class Response extends ActionResponse implements ToXContentObject {

        private final BulkTaskKind kind;
        private final List<Running> tasks;

        public Response(BulkTaskKind kind, List<Running> tasks) {
            this.kind = kind;
            this.tasks = List.copyOf(tasks);
        }

        public Response(StreamInput in) throws IOException {
            this(in.readEnum(BulkTaskKind.class), in.readCollectionAsList(Running::new));
        }

        static Response merge(BulkTaskKind kind, Iterable<Response> ofNodes) {
            List<Running> all = new ArrayList<>();
            ofNodes.forEach(response -> all.addAll(response.tasks));
            return new Response(kind, all);
        }

        public List<Running> tasks() {
            return tasks;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeEnum(kind);
            out.writeCollection(tasks);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject().startArray(kind.plural());
            for (Running running : tasks) {
                builder.startObject();
                builder.field("task", running.task().toString());
                builder.field("description", running.description());
                builder.field("status", running.report());
                builder.endObject();
            }
            return builder.endArray().endObject();
        }
    }
}
