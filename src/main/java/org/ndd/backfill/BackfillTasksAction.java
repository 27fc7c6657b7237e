package org.ndd.backfill;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.IndicesActionRequest;

/**
 * The backfills of an index that are running: shows them, ends them or changes their speed. An action on the index rather than on tasks, so
 * that whoever may backfill an index may do this, and nobody else needs to be trusted with the tasks of the cluster.
 */
public final class BackfillTasksAction {

    public static final String NAME = "indices:data/write/ndd/backfill/tasks";

    public static final ActionType<Response> TYPE = new ActionType<>(NAME);

    private BackfillTasksAction() {}

    /** What is done with the backfills. */
    public enum Operation {
        SHOW,
        CANCEL,
        RETHROTTLE
    }

    /** Names indices; concerns the backfills all of whose indices are among them. */
    public static final class Request extends IndicesActionRequest {

        private final Operation operation;
        private final double requestsPerSecond;

        private Request(String[] indices, Operation operation, double requestsPerSecond) {
            super(indices);
            this.operation = operation;
            this.requestsPerSecond = requestsPerSecond;
        }

        public static Request show(String... indices) {
            return new Request(indices, Operation.SHOW, Double.POSITIVE_INFINITY);
        }

        public static Request cancel(String... indices) {
            return new Request(indices, Operation.CANCEL, Double.POSITIVE_INFINITY);
        }

        /** @param requestsPerSecond as in {@link BackfillOptions} */
        public static Request rethrottle(double requestsPerSecond, String... indices) {
            return new Request(indices, Operation.RETHROTTLE, requestsPerSecond);
        }

        public Request(StreamInput in) throws IOException {
            super(in);
            operation = in.readEnum(Operation.class);
            requestsPerSecond = in.readDouble();
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeEnum(operation);
            out.writeDouble(requestsPerSecond);
        }

        public Operation operation() {
            return operation;
        }

        public double requestsPerSecond() {
            return requestsPerSecond;
        }
    }

    /**
     * A backfill that is running.
     *
     * @param task its id
     * @param description what was asked for
     * @param report how it stands
     */
    public record Running(TaskId task, String description, BackfillReport report) implements Writeable {

        Running(StreamInput in) throws IOException {
            this(TaskId.readFromStream(in), in.readString(), new BackfillReport(in));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            task.writeTo(out);
            out.writeString(description);
            report.writeTo(out);
        }
    }

    /** The backfills that were found, each as it stood after the operation. */
    public static final class Response extends ActionResponse implements ToXContentObject {

        private final List<Running> backfills;

        Response(List<Running> backfills) {
            this.backfills = List.copyOf(backfills);
        }

        public Response(StreamInput in) throws IOException {
            this(in.readCollectionAsList(Running::new));
        }

        static Response merge(Iterable<Response> ofNodes) {
            List<Running> all = new ArrayList<>();
            ofNodes.forEach(response -> all.addAll(response.backfills));
            return new Response(all);
        }

        public List<Running> backfills() {
            return backfills;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeCollection(backfills);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject().startArray("backfills");
            for (Running backfill : backfills) {
                builder.startObject();
                builder.field("task", backfill.task().toString());
                builder.field("description", backfill.description());
                builder.field("status", backfill.report());
                builder.endObject();
            }
            return builder.endArray().endObject();
        }
    }
}
