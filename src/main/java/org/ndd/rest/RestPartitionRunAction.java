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

/** {@code GET /_ndd/partition}, {@code GET /_ndd/partition/{id}} and {@code POST /_ndd/partition/{id}/_cancel}. */
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
                new Route(POST, "/_ndd/partition/{id}/_cancel"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        String id = request.param("id");
        if (request.method() == POST) {
            return channel -> client.execute(
                    CancelPartitionAction.INSTANCE,
                    new CancelPartitionAction.Request(id),
                    new RestToXContentListener<>(channel));
        }
        return channel -> client.execute(
                GetPartitionAction.INSTANCE, new GetPartitionAction.Request(id), new RestToXContentListener<>(channel));
    }
}
