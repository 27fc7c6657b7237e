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
import org.ndd.evaluate.DoubtfulPairsAction;
import org.ndd.evaluate.DoubtfulPairsRequest;
import org.ndd.evaluate.PairsRequest;

/** {@code GET} and {@code POST /{index}/_ndd/evaluate/pairs}. */
public final class RestDoubtfulPairsAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_doubtful_pairs_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(GET, "/{index}/_ndd/evaluate/pairs"), new Route(POST, "/{index}/_ndd/evaluate/pairs"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) throws IOException {
        DoubtfulPairsRequest pairs;
        try (XContentParser parser = request.hasContentOrSourceParam() ? request.contentOrSourceParamParser() : null) {
            pairs = DoubtfulPairsRequest.fromXContent(
                    request.param("index"),
                    TimeParameter.read(request, "timeout", PairsRequest.DEFAULT_TIMEOUT),
                    parser);
        }
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(DoubtfulPairsAction.TYPE, pairs, new RestToXContentListener<>(channel));
    }
}
