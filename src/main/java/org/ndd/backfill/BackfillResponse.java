package org.ndd.backfill;

import java.io.IOException;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/** The report of a backfill, or the id of its task where it goes on. */
public final class BackfillResponse extends ActionResponse implements ToXContentObject {

    private final TaskId task;
    private final BackfillReport report;

    public BackfillResponse(TaskId task) {
        this.task = task;
        this.report = null;
    }

    BackfillResponse(BackfillReport report) {
        this.task = TaskId.EMPTY_TASK_ID;
        this.report = report;
    }

    public BackfillResponse(StreamInput in) throws IOException {
        task = TaskId.readFromStream(in);
        report = in.readOptionalWriteable(BackfillReport::new);
    }

    /** The task that goes on, or the empty id. */
    public TaskId task() {
        return task;
    }

    /** The report at the end, or {@code null} where the backfill goes on. */
    public BackfillReport report() {
        return report;
    }

    /** 200, or the status of what ended the backfill. */
    public RestStatus status() {
        return report == null ? RestStatus.OK : report.status();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        task.writeTo(out);
        out.writeOptionalWriteable(report);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        if (report != null) {
            return report.toXContent(builder, params);
        }
        return builder.startObject().field("task", task.toString()).endObject();
    }
}
