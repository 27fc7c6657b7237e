package org.ndd.bulk;

import java.io.IOException;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The report of a job, or the id of its task if it continues.
 *
 * @param <R> report of the job
 */
public final class BulkJobResponse<R extends JobReport> extends ActionResponse implements ToXContentObject {

    private final TaskId task;
    private final R report;

    public BulkJobResponse(TaskId task) {
        this.task = task;
        this.report = null;
    }

    public BulkJobResponse(R report) {
        this.task = TaskId.EMPTY_TASK_ID;
        this.report = report;
    }

    public BulkJobResponse(StreamInput in, Writeable.Reader<R> reader) throws IOException {
        task = TaskId.readFromStream(in);
        report = in.readOptionalWriteable(reader);
    }

    /** The task that continues, or the empty id. */
    public TaskId task() {
        return task;
    }

    /** The report at the end, or {@code null} if the job continues. */
    public R report() {
        return report;
    }

    /** The same without ids of documents, as {@link JobReport#withoutDocuments}. */
    BulkJobResponse<JobReport> withoutDocuments() {
        return report == null ? new BulkJobResponse<>(task) : new BulkJobResponse<>(report.withoutDocuments());
    }

    /** 200, or the status of what ended the job. */
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
