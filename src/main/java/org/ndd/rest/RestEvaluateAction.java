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
import org.ndd.evaluate.EvaluateAction;
import org.ndd.evaluate.EvaluateRequest;
import org.ndd.evaluate.PairsRequest;

/** {@code POST} and {@code GET /{index}/_ndd/evaluate}. */
public final class RestEvaluateAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_evaluate_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(POST, "/{index}/_ndd/evaluate"), new Route(GET, "/{index}/_ndd/evaluate"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) throws IOException {
        EvaluateRequest evaluate;
        try (XContentParser parser = request.contentOrSourceParamParser()) {
            evaluate = EvaluateRequest.fromXContent(
                    request.param("index"),
                    TimeParameter.read(request, "timeout", PairsRequest.DEFAULT_TIMEOUT),
                    parser);
        }
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(EvaluateAction.TYPE, evaluate, new RestToXContentListener<>(channel));
    }
}
