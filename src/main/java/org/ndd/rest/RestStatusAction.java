package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.status.StatusAction;
import org.ndd.status.StatusRequest;

/** {@code POST} and {@code GET /{index}/_ndd/status}. */
public final class RestStatusAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_status_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(POST, "/{index}/_ndd/status"), new Route(GET, "/{index}/_ndd/status"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) throws IOException {
        StatusRequest status;
        try (XContentParser parser = request.contentOrSourceParamParser()) {
            status = StatusRequest.fromXContent(
                    request.param("index"),
                    TimeParameter.read(request, "timeout", StatusRequest.DEFAULT_TIMEOUT),
                    parser);
        }
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(StatusAction.TYPE, status, new RestToXContentListener<>(channel));
    }
}
