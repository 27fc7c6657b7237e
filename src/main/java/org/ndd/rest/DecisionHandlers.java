package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.DELETE;
import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.PUT;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestHandler.Route;
import org.elasticsearch.rest.RestRequest;
import org.ndd.config.DocumentFields;
import org.ndd.decisions.DecisionIndex;
import org.ndd.decisions.DecisionsAction;
import org.ndd.decisions.DecisionsRequest;
import org.ndd.decisions.DecisionsRequest.Body;
import org.ndd.decisions.DecisionsRequest.Filter;
import org.ndd.decisions.DecisionsRequest.Operation;
import org.ndd.rest.NddRestHandler.Execution;

/** Defines the handlers of requests about decisions of people. */
final class DecisionHandlers {

    private static final String PATH = "/{index}/_ndd/decisions";

    private DecisionHandlers() {}

    static List<RestHandler> all() {
        return List.of(new NddRestHandler(
                "decisions",
                DecisionHandlers::decisions,
                new Route(PUT, PATH),
                new Route(GET, PATH),
                new Route(DELETE, PATH)));
    }

    private static Execution decisions(RestRequest rest, NodeClient client) throws IOException {
        boolean list = rest.method() == GET;
        Body body = list ? null : NddRestHandler.required(rest, Body::parse);
        Filter filter = list
                ? new Filter(
                        rest.param("doc"),
                        rest.paramAsBoolean("outdated", false),
                        rest.paramAsBoolean("contradictory", false),
                        rest.paramAsInt("from", 0),
                        rest.paramAsInt("size", Filter.DEFAULT_SIZE))
                : null;
        DecisionsRequest request = new DecisionsRequest(
                Operation.valueOf(rest.method().name()),
                rest.param("index"),
                rest.param(DecisionIndex.PARAMETER.getPreferredName()),
                rest.param("target_field", DocumentFields.DEFAULT_PARENT),
                body,
                filter);
        return NddRestHandler.cancellable(rest, client, DecisionsAction.TYPE, request);
    }
}
