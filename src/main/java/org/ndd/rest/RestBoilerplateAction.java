package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.DELETE;
import static org.elasticsearch.rest.RestRequest.Method.GET;

import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.ndd.boilerplate.BoilerplateRequest;
import org.ndd.boilerplate.DeleteBoilerplateAction;
import org.ndd.boilerplate.GetBoilerplateAction;

/** {@code GET} and {@code DELETE /{index}/_ndd/boilerplate/{site}}. */
public final class RestBoilerplateAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_boilerplate_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(
                new Route(GET, "/{index}/_ndd/boilerplate/{site}"),
                new Route(DELETE, "/{index}/_ndd/boilerplate/{site}"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        BoilerplateRequest boilerplate = new BoilerplateRequest(request.param("index"), request.param("site"));
        boolean delete = request.method() == DELETE;
        return channel -> {
            RestCancellableNodeClient cancellable = new RestCancellableNodeClient(client, request.getHttpChannel());
            if (delete) {
                cancellable.execute(DeleteBoilerplateAction.TYPE, boilerplate, new RestToXContentListener<>(channel));
            } else {
                cancellable.execute(GetBoilerplateAction.TYPE, boilerplate, new RestToXContentListener<>(channel));
            }
        };
    }
}
