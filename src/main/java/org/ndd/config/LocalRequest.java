package org.ndd.config;

import java.util.Map;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/** A request that is executed on the node that receives it, so it has no wire format. Its task can be cancelled. */
public abstract class LocalRequest extends ActionRequest {

    /** Returns no errors: constructors throw {@link IllegalArgumentException} for invalid values. */
    @Override
    public final ActionRequestValidationException validate() {
        return null;
    }

    /** Returns the description of the task. */
    @Override
    public String getDescription() {
        return "";
    }

    @Override
    public Task createTask(long id, String type, String action, TaskId parent, Map<String, String> headers) {
        return new CancellableTask(id, type, action, getDescription(), parent, headers);
    }

    @Override
    public final void writeTo(StreamOutput out) {
        TransportAction.localOnly();
    }

    /**
     * Checks a timeout.
     *
     * @throws IllegalArgumentException if it is not more than 0
     */
    public static void checkTimeout(TimeValue timeout) {
        if (timeout.millis() <= 0) {
            throw new IllegalArgumentException("[timeout] must be more than [0], but was [" + timeout + "]");
        }
    }
}
