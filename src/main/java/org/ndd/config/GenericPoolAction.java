package org.ndd.config;

import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.transport.TransportService;

/** Begins the work of an action on a thread of the pool {@code generic}, not on a thread of the network. */
public abstract class GenericPoolAction<Request extends ActionRequest, Response extends ActionResponse>
        extends TransportAction<Request, Response> {

    protected final NodeServices services;

    protected GenericPoolAction(
            String name, TransportService transportService, ActionFilters filters, NodeServices services) {
        super(
                name,
                filters,
                transportService.getTaskManager(),
                services.threads().generic());
        this.services = services;
    }
}
