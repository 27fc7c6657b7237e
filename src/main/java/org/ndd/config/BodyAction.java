package org.ndd.config;

import java.util.concurrent.Executor;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.ToXContentObject;

/** An action that responds with a body, on the node that receives the request. */
public abstract class BodyAction<Request extends LocalRequest, Body extends ToXContentObject>
        extends LocalAction<Request, BodyResponse<Body>> {

    /** Creates an action that begins on the thread of its request, so it must not block. */
    protected BodyAction(ActionType<BodyResponse<Body>> type, ActionServices action) {
        this(type, action, EsExecutors.DIRECT_EXECUTOR_SERVICE);
    }

    protected BodyAction(ActionType<BodyResponse<Body>> type, ActionServices action, Executor executor) {
        super(type, action, executor);
    }

    protected abstract void respond(CancellableTask task, Request request, ActionListener<Body> listener);

    @Override
    protected final void doExecute(Task task, Request request, ActionListener<BodyResponse<Body>> listener) {
        respond((CancellableTask) task, request, listener.map(body -> new BodyResponse<>(body)));
    }
}
