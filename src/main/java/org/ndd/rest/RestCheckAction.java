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
import org.ndd.check.CheckAction;
import org.ndd.check.CheckRequest;

/** {@code POST} and {@code GET /{index}/_ndd/check}. */
public final class RestCheckAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_check_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(POST, "/{index}/_ndd/check"), new Route(GET, "/{index}/_ndd/check"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) throws IOException {
        CheckRequest status;
        try (XContentParser parser = request.contentOrSourceParamParser()) {
            status = CheckRequest.fromXContent(
                    request.param("index"),
                    TimeParameter.read(request, "timeout", CheckRequest.DEFAULT_TIMEOUT),
                    parser);
        }
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(CheckAction.TYPE, status, new RestToXContentListener<>(channel));
    }
}
