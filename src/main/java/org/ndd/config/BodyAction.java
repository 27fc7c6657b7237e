package org.ndd.config;

import java.util.concurrent.Executor;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.ToXContentObject;

/** An action that responds with a body, on the node that receives the request. */
public abstract class BodyAction<Request extends LocalRequest, Body extends ToXContentObject>
        extends TransportAction<Request, BodyResponse<Body>> {

    protected final NodeServices services;

    /** Creates an action that begins on the thread of its request, so it must not block. */
    protected BodyAction(
            ActionType<BodyResponse<Body>> type,
            TransportService transportService,
            ActionFilters filters,
            NodeServices services) {
        this(type, transportService, filters, services, EsExecutors.DIRECT_EXECUTOR_SERVICE);
    }

    protected BodyAction(
            ActionType<BodyResponse<Body>> type,
            TransportService transportService,
            ActionFilters filters,
            NodeServices services,
            Executor executor) {
        super(type.name(), filters, transportService.getTaskManager(), executor);
        this.services = services;
    }

    protected abstract void respond(CancellableTask task, Request request, ActionListener<Body> listener);

    @Override
    protected final void doExecute(Task task, Request request, ActionListener<BodyResponse<Body>> listener) {
        respond((CancellableTask) task, request, listener.map(body -> new BodyResponse<>(body)));
    }
}
