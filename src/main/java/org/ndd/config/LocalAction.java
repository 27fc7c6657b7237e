package org.ndd.config;

import java.util.concurrent.Executor;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.TransportAction;

/** An action on the node that receives the request. */
public abstract class LocalAction<Request extends ActionRequest, Response extends ActionResponse>
        extends TransportAction<Request, Response> {

    protected final NodeServices services;

    /** Creates an action that begins on a thread of the pool {@code generic}, not on a thread of the network. */
    protected LocalAction(ActionType<Response> type, ActionServices action) {
        this(type, action, action.node().threads().generic());
    }

    /** @param executor on which the action begins; it must not block a thread of the network */
    protected LocalAction(ActionType<Response> type, ActionServices action, Executor executor) {
        super(type.name(), action.filters(), action.transport().getTaskManager(), executor);
        this.services = action.node();
    }
}
