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
import org.ndd.compare.CompareAction;
import org.ndd.compare.CompareRequest;

/** {@code POST} and {@code GET /_ndd/compare} and {@code /{index}/_ndd/compare}. */
public final class RestCompareAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_compare_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(
                new Route(POST, "/_ndd/compare"),
                new Route(GET, "/_ndd/compare"),
                new Route(POST, "/{index}/_ndd/compare"),
                new Route(GET, "/{index}/_ndd/compare"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) throws IOException {
        String index = request.param("index");
        CompareRequest compare;
        try (XContentParser parser = request.contentOrSourceParamParser()) {
            compare = CompareRequest.fromXContent(index, parser);
        }
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(CompareAction.TYPE, compare, new RestToXContentListener<>(channel));
    }
}
