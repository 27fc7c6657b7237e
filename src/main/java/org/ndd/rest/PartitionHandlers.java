package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.DELETE;
import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;
import static org.ndd.partition.GetPartitionAction.RunFilter.ALL;
import static org.ndd.rest.NddRestHandler.detached;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestHandler.Route;
import org.elasticsearch.rest.RestRequest;
import org.ndd.config.Speed;
import org.ndd.partition.CancelPartitionAction;
import org.ndd.partition.DeletePartitionAction;
import org.ndd.partition.GetPartitionAction;
import org.ndd.partition.GetPartitionAction.RunFilter;
import org.ndd.partition.PartitionAction;
import org.ndd.partition.PartitionRequest;
import org.ndd.partition.PartitionResponse;
import org.ndd.partition.PublishPartitionAction;
import org.ndd.partition.ResumePartitionAction;
import org.ndd.partition.RethrottlePartitionAction;
import org.ndd.partition.RunIdRequest;
import org.ndd.rest.NddRestHandler.Execution;

/** Defines the handlers of requests that start runs, and of requests about runs. */
final class PartitionHandlers {

    private PartitionHandlers() {}

    static List<RestHandler> all() {
        return List.of(
                new NddRestHandler(
                        "partition", PartitionHandlers::partition, new Route(POST, "/{index}/_ndd/partition")),
                new NddRestHandler(
                        "partition_run",
                        PartitionHandlers::run,
                        new Route(GET, "/_ndd/partition"),
                        new Route(GET, "/_ndd/partition/{id}"),
                        new Route(DELETE, "/_ndd/partition/{id}"),
                        new Route(POST, "/_ndd/partition/{id}/_publish"),
                        new Route(POST, "/_ndd/partition/{id}/_cancel"),
                        new Route(POST, "/_ndd/partition/{id}/_resume"),
                        new Route(POST, "/_ndd/partition/{id}/_rethrottle")));
    }

    private static Execution partition(RestRequest rest, NodeClient client) throws IOException {
        boolean wait = rest.paramAsBoolean("wait_for_completion", false);
        PartitionRequest partition =
                NddRestHandler.optional(rest, body -> PartitionRequest.parse(NddRestHandler.indices(rest), body, wait));
        PartitionRequest throttled = NddRestHandler.withIndicesOptions(rest, partition)
                .atMost(rest.paramAsFloat("requests_per_second", -1))
                .timeout(NddRestHandler.time(rest, "timeout", PartitionRequest.DEFAULT_TIMEOUT));
        // a report has all details by default, but not in responses
        rest.params().put("verbose", String.valueOf(rest.paramAsBoolean("verbose", false)));
        return NddRestHandler.cancellable(rest, client, PartitionAction.TYPE, throttled, PartitionResponse::status);
    }

    private static Execution run(RestRequest rest, NodeClient client) {
        String id = rest.param("id");
        RunIdRequest run = new RunIdRequest(id);
        if (rest.method() == GET) {
            RunFilter filter = id == null ? filter(rest) : ALL;
            return detached(
                    client,
                    GetPartitionAction.TYPE,
                    new GetPartitionAction.Request(id, filter, rest.paramAsBoolean("verbose", false)));
        }
        if (rest.method() == DELETE) {
            return detached(
                    client,
                    DeletePartitionAction.TYPE,
                    new DeletePartitionAction.Request(id, rest.paramAsBoolean("force", false)));
        }
        if (rest.path().endsWith("/_publish")) {
            return detached(client, PublishPartitionAction.TYPE, run);
        }
        if (rest.path().endsWith("/_cancel")) {
            return detached(
                    client,
                    CancelPartitionAction.TYPE,
                    new CancelPartitionAction.Request(
                            id,
                            rest.paramAsBoolean("wait_for_completion", true),
                            NddRestHandler.time(rest, "timeout", CancelPartitionAction.Request.DEFAULT_TIMEOUT)));
        }
        if (rest.path().endsWith("/_resume")) {
            return detached(client, ResumePartitionAction.TYPE, run);
        }
        return detached(client, RethrottlePartitionAction.TYPE, new RethrottlePartitionAction.Request(id, rate(rest)));
    }

    private static RunFilter filter(RestRequest rest) {
        return new RunFilter(
                rest.paramAsInt("size", ALL.size()),
                rest.param("source"),
                rest.param("dest"),
                rest.param("state"),
                rest.paramAsBoolean("live", null));
    }

    private static double rate(RestRequest rest) {
        if (rest.hasParam("requests_per_second") == false) {
            throw new IllegalArgumentException("[requests_per_second] must be at least [" + Speed.MIN_PER_SECOND
                    + "], or [-1] for no limit, but was missing");
        }
        return rest.paramAsFloat("requests_per_second", -1);
    }
}
