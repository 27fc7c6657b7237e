package org.ndd.bulk;

import java.io.IOException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.LocalResponse;

/** The report of a bulk task, or its id if it continues. */
public final class BulkTaskResponse extends LocalResponse {

    private final TaskId task;
    private final BulkTaskReport report;

    public BulkTaskResponse(TaskId task) {
        this.task = task;
        this.report = null;
    }

    public BulkTaskResponse(BulkTaskReport report) {
        this.task = TaskId.EMPTY_TASK_ID;
        this.report = report;
    }

    /** Returns the id of the task that continues, or the empty id. */
    public TaskId task() {
        return task;
    }

    /** Returns the report at the end, or {@code null} if the task continues. */
    public BulkTaskReport report() {
        return report;
    }

    /** Returns 200, or the status of the failure that ended the task. */
    public RestStatus status() {
        return report == null ? RestStatus.OK : report.status();
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        if (report != null) {
            return report.toXContent(builder, params);
        }
        return builder.startObject().field("task", task.toString()).endObject();
    }
}
