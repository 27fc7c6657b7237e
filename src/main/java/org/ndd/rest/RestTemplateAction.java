package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.DELETE;
import static org.elasticsearch.rest.RestRequest.Method.GET;

import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.ndd.template.DeleteTemplateAction;
import org.ndd.template.GetTemplateAction;
import org.ndd.template.TemplateRequest;

/** {@code GET} and {@code DELETE /{index}/_ndd/templates/{site}}. */
public final class RestTemplateAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_template_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(
                new Route(GET, "/{index}/_ndd/templates/{site}"), new Route(DELETE, "/{index}/_ndd/templates/{site}"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        TemplateRequest template = new TemplateRequest(request.param("index"), request.param("site"));
        boolean delete = request.method() == DELETE;
        return channel -> {
            RestCancellableNodeClient cancellable = new RestCancellableNodeClient(client, request.getHttpChannel());
            if (delete) {
                cancellable.execute(DeleteTemplateAction.TYPE, template, new RestToXContentListener<>(channel));
            } else {
                cancellable.execute(GetTemplateAction.TYPE, template, new RestToXContentListener<>(channel));
            }
        };
    }
}
