package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.DELETE;
import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;
import static org.ndd.partition.RunFilter.ALL;

import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.ndd.partition.CancelPartitionAction;
import org.ndd.partition.DeletePartitionAction;
import org.ndd.partition.GetPartitionAction;
import org.ndd.partition.PublishPartitionAction;
import org.ndd.partition.ResumePartitionAction;
import org.ndd.partition.RethrottlePartitionAction;
import org.ndd.partition.RunFilter;
import org.ndd.partition.RunIdRequest;

/**
 * {@code GET /_ndd/partition}, {@code GET /_ndd/partition/{id}}, {@code DELETE /_ndd/partition/{id}}, and the commands for a run: {@code
 * _cancel}, {@code _resume}, {@code _rethrottle}, {@code _publish}.
 */
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
                new Route(DELETE, "/_ndd/partition/{id}"),
                new Route(POST, "/_ndd/partition/{id}/_publish"),
                new Route(POST, "/_ndd/partition/{id}/_cancel"),
                new Route(POST, "/_ndd/partition/{id}/_resume"),
                new Route(POST, "/_ndd/partition/{id}/_rethrottle"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        String id = request.param("id");
        RunIdRequest run = new RunIdRequest(id);
        if (request.method() == GET) {
            GetPartitionAction.Request get = new GetPartitionAction.Request(
                    id, id == null ? filter(request) : ALL, request.paramAsBoolean("verbose", false));
            return channel -> client.execute(GetPartitionAction.TYPE, get, new RestToXContentListener<>(channel));
        }
        if (request.method() == DELETE) {
            DeletePartitionAction.Request delete =
                    new DeletePartitionAction.Request(id, request.paramAsBoolean("force", false));
            return channel -> client.execute(DeletePartitionAction.TYPE, delete, new RestToXContentListener<>(channel));
        }
        if (request.path().endsWith("/_publish")) {
            return channel -> client.execute(PublishPartitionAction.TYPE, run, new RestToXContentListener<>(channel));
        }
        if (request.path().endsWith("/_cancel")) {
            CancelPartitionAction.Request cancel = new CancelPartitionAction.Request(
                    id,
                    request.paramAsBoolean("wait_for_completion", true),
                    TimeParameter.read(request, "timeout", CancelPartitionAction.Request.DEFAULT_TIMEOUT));
            return channel -> client.execute(CancelPartitionAction.TYPE, cancel, new RestToXContentListener<>(channel));
        }
        if (request.path().endsWith("/_resume")) {
            return channel -> client.execute(ResumePartitionAction.TYPE, run, new RestToXContentListener<>(channel));
        }
        RethrottlePartitionAction.Request rethrottle = new RethrottlePartitionAction.Request(id, rate(request));
        return channel ->
                client.execute(RethrottlePartitionAction.TYPE, rethrottle, new RestToXContentListener<>(channel));
    }

    private static RunFilter filter(RestRequest request) {
        return new RunFilter(
                request.paramAsInt("size", ALL.size()),
                request.param("source"),
                request.param("dest"),
                request.param("state"),
                request.paramAsBoolean("live", null));
    }

    private static double rate(RestRequest request) {
        if (request.hasParam("requests_per_second") == false) {
            throw new IllegalArgumentException(
                    "[requests_per_second] must be more than [0], or [-1] for no limit, but was missing");
        }
        return request.paramAsFloat("requests_per_second", -1);
    }
}
