package org.ndd.config;

import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.transport.TransportService;

/** The services that Elasticsearch gives to an action, and those of its node. */
public record ActionServices(TransportService transport, ActionFilters filters, NodeServices node) {

    @Inject
    public ActionServices {}
}
