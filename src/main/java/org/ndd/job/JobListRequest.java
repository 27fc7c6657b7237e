package org.ndd.job;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/** Selects jobs to list. */
public final class JobListRequest extends ActionRequest {

    /** Default of {@link #size()}. */
    public static final int DEFAULT_SIZE = 100;

    /** Maximum of {@link #size()}. */
    public static final int MOST = 1000;

    private final JobPattern pattern;
    private final int from;
    private final int size;

    /**
     * @param from number of the jobs to skip, in order of their ids
     * @param size maximum number of jobs, 0 to 1000
     */
    public JobListRequest(JobPattern pattern, int from, int size) {
        if (from < 0) {
            throw new IllegalArgumentException("[from] must be at least [0], but was [" + from + "]");
        }
        if (size < 0 || size > MOST) {
            throw new IllegalArgumentException("[size] must be between [0] and [" + MOST + "], but was [" + size + "]");
        }
        this.pattern = pattern;
        this.from = from;
        this.size = size;
    }

    public JobListRequest(StreamInput in) throws IOException {
        super(in);
        pattern = new JobPattern(in);
        from = in.readVInt();
        size = in.readVInt();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        pattern.writeTo(out);
        out.writeVInt(from);
        out.writeVInt(size);
    }

    public JobPattern pattern() {
        return pattern;
    }

    public int from() {
        return from;
    }

    public int size() {
        return size;
    }

    @Override
    public Task createTask(long id, String type, String action, TaskId parentTaskId, Map<String, String> headers) {
        return new CancellableTask(id, type, action, "jobs[" + pattern + "]", parentTaskId, headers);
    }

    @Override
    public ActionRequestValidationException validate() {
        return null;
    }
}
