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
import org.ndd.analyze.AnalyzePageAction;
import org.ndd.analyze.AnalyzePageRequest;

/** {@code POST /_ndd/analyze}; {@code GET} as well, as for {@code _analyze}. */
public final class RestAnalyzePageAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_analyze_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(POST, "/_ndd/analyze"), new Route(GET, "/_ndd/analyze"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) throws IOException {
        AnalyzePageRequest analyze;
        try (XContentParser parser = request.contentOrSourceParamParser()) {
            analyze = AnalyzePageRequest.fromXContent(parser);
        }
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(AnalyzePageAction.TYPE, analyze, new RestToXContentListener<>(channel));
    }
}
