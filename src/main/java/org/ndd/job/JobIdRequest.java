package org.ndd.job;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/** Names a job, for an action that changes it. */
public class JobIdRequest extends ActionRequest {

    /** Default of {@link #timeout()}. */
    public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueSeconds(30);

    private final String id;
    private final TimeValue timeout;

    /** @param timeout maximum wait for the effect of the request, more than 0 */
    public JobIdRequest(String id, TimeValue timeout) {
        if (timeout.millis() <= 0) {
            throw new IllegalArgumentException("[timeout] must be more than [0], but was [" + timeout + "]");
        }
        this.id = id;
        this.timeout = timeout;
    }

    public JobIdRequest(StreamInput in) throws IOException {
        super(in);
        id = in.readString();
        timeout = in.readTimeValue();
    }

    public final String id() {
        return id;
    }

    /** Maximum wait for the effect of the request, which takes effect even if it takes longer. */
    public final TimeValue timeout() {
        return timeout;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeString(id);
        out.writeTimeValue(timeout);
    }

    @Override
    public Task createTask(long taskId, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
        return new CancellableTask(taskId, type, action, "job[" + id + "]", parentTaskId, headers);
    }

    @Override
    public ActionRequestValidationException validate() {
        return null;
    }
}
