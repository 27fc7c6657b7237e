package org.ndd.partition;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/** Names a run. */
public class RunIdRequest extends ActionRequest {

    private final String id;

    /** @param id of a run, or {@code null} for all runs if the action supports this */
    public RunIdRequest(String id) {
        this.id = id;
    }

    public RunIdRequest(StreamInput in) throws IOException {
        super(in);
        id = in.readOptionalString();
    }

    public final String id() {
        return id;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeOptionalString(id);
    }

    @Override
    public Task createTask(long taskId, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
        return new CancellableTask(taskId, type, action, "run[" + id + "]", parentTaskId, headers);
    }

    @Override
    public ActionRequestValidationException validate() {
        return null;
    }
}
