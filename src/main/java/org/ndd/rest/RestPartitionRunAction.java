package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.ndd.partition.CancelPartitionAction;
import org.ndd.partition.GetPartitionAction;
import org.ndd.partition.ResumePartitionAction;
import org.ndd.partition.RethrottlePartitionAction;
import org.ndd.partition.RunIdRequest;

/** {@code GET /_ndd/partition}, {@code GET /_ndd/partition/{id}}, and what can be told a run: {@code _cancel}, {@code _resume}, {@code _rethrottle}. */
public final class RestPartitionRunAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_partition_run_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(
                new Route(GET, "/_ndd/partition"),
                new Route(GET, "/_ndd/partition/{id}"),
                new Route(POST, "/_ndd/partition/{id}/_cancel"),
                new Route(POST, "/_ndd/partition/{id}/_resume"),
                new Route(POST, "/_ndd/partition/{id}/_rethrottle"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        String id = request.param("id");
        RunIdRequest run = new RunIdRequest(id);
        if (request.method() != POST) {
            return channel -> client.execute(GetPartitionAction.INSTANCE, run, new RestToXContentListener<>(channel));
        }
        if (request.path().endsWith("/_cancel")) {
            return channel ->
                    client.execute(CancelPartitionAction.INSTANCE, run, new RestToXContentListener<>(channel));
        }
        if (request.path().endsWith("/_resume")) {
            return channel ->
                    client.execute(ResumePartitionAction.INSTANCE, run, new RestToXContentListener<>(channel));
        }
        RethrottlePartitionAction.Request rethrottle = new RethrottlePartitionAction.Request(id, rate(request));
        return channel ->
                client.execute(RethrottlePartitionAction.INSTANCE, rethrottle, new RestToXContentListener<>(channel));
    }

    private static double rate(RestRequest request) {
        if (request.hasParam("requests_per_second") == false) {
            throw new IllegalArgumentException(
                    "[requests_per_second] must be more than [0], or [-1] for no limit, but was missing");
        }
        return request.paramAsFloat("requests_per_second", -1);
    }
}
