package org.ndd.compat;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.plugins.ActionPlugin.ActionHandler;

/** The actions of a plugin. */
public final class Actions {

    private final List<ActionHandler> handlers = new ArrayList<>();

    /** Adds an action. */
    public <Q extends ActionRequest, R extends ActionResponse> Actions add(
            ActionType<R> type, Class<? extends TransportAction<Q, R>> action) {
        handlers.add(new ActionHandler(type, action));
        return this;
    }

    List<ActionHandler> handlers() {
        return handlers;
    }
}
