package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.GET;

import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestActions.NodesResponseRestListener;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.ndd.stats.StatsAction;
import org.ndd.stats.StatsRequest;

/** {@code GET /_ndd/stats}. */
public final class RestStatsAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_stats_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(GET, "/_ndd/stats"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        StatsRequest stats = new StatsRequest(TimeParameter.read(request, "timeout", null));
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(StatsAction.TYPE, stats, new NodesResponseRestListener<>(channel));
    }
}
