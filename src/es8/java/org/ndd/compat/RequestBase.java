package org.ndd.compat;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.transport.TransportRequest;

/** Base class for transport requests that do not belong to an action. Their tasks can be cancelled. */
public abstract class RequestBase extends TransportRequest {

    protected RequestBase() {}

    protected RequestBase(StreamInput in) throws IOException {
        super(in);
    }

    @Override
    public final Task createTask(long id, String type, String action, TaskId parent, Map<String, String> headers) {
        return new CancellableTask(id, type, action, getDescription(), parent, headers);
    }
}
