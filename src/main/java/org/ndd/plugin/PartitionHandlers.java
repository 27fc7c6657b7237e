package org.ndd.plugin;

import static org.elasticsearch.rest.RestRequest.Method.DELETE;
import static org.ndd.plugin.NddRestHandler.cancellable;
import static org.ndd.plugin.NddRestHandler.detached;
import static org.ndd.plugin.NddRestHandler.indices;
import static org.ndd.plugin.NddRestHandler.optional;
import static org.ndd.plugin.NddRestHandler.post;
import static org.ndd.plugin.NddRestHandler.requiredSpeed;
import static org.ndd.plugin.NddRestHandler.speed;
import static org.ndd.plugin.NddRestHandler.timeout;
import static org.ndd.plugin.NddRestHandler.withIndicesOptions;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestHandler.Route;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.xcontent.ToXContentObject;
import org.ndd.core.text.ParameterCheck;
import org.ndd.partition.GetPartitionAction;
import org.ndd.partition.GetPartitionAction.RunFilter;
import org.ndd.partition.PartitionAction;
import org.ndd.partition.PartitionAction.PartitionResponse;
import org.ndd.partition.RunActions;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.plugin.NddRestHandler.Execution;

/** Defines the handlers of requests that start runs, and of requests about runs. */
final class PartitionHandlers {

    private PartitionHandlers() {}

    static List<RestHandler> all() {
        return List.of(
                post("partition", PartitionHandlers::partition, "/{index}/_ndd/partition"),
                NddRestHandler.get("get_partition", PartitionHandlers::get, "/_ndd/partition", "/_ndd/partition/{id}"),
                new NddRestHandler(
                        "delete_partition", PartitionHandlers::delete, new Route(DELETE, "/_ndd/partition/{id}")),
                ofRun("publish", RunActions.Publish.TYPE),
                post("cancel_partition", PartitionHandlers::cancel, "/_ndd/partition/{id}/_cancel"),
                ofRun("resume", RunActions.Resume.TYPE),
                post("rethrottle_partition", PartitionHandlers::rethrottle, "/_ndd/partition/{id}/_rethrottle"));
    }

    /** Handles a request that has only the id of a run. */
    private static <R extends ActionResponse & ToXContentObject> RestHandler ofRun(String name, ActionType<R> type) {
        return post(
                name + "_partition",
                (rest, client) -> detached(client, type, new RunActions.RunIdRequest(rest.param("id"))),
                "/_ndd/partition/{id}/_" + name);
    }

    private static Execution partition(RestRequest rest, NodeClient client) throws IOException {
        boolean wait = rest.paramAsBoolean("wait_for_completion", false);
        PartitionRequest partition = optional(rest, body -> PartitionRequest.parse(indices(rest), body, wait));
        PartitionRequest throttled = withIndicesOptions(rest, partition)
                .atMost(speed(rest))
                .timeout(timeout(rest, PartitionRequest.DEFAULT_TIMEOUT));
        // a report has all details by default, but not in responses
        rest.params().put("verbose", String.valueOf(rest.paramAsBoolean("verbose", false)));
        return cancellable(rest, client, PartitionAction.TYPE, throttled, PartitionResponse::status);
    }

    private static Execution get(RestRequest rest, NodeClient client) {
        String id = rest.param("id");
        RunFilter filter = id == null ? filter(rest) : RunFilter.ALL;
        return detached(
                client,
                GetPartitionAction.TYPE,
                new GetPartitionAction.Request(id, filter, rest.paramAsBoolean("verbose", false)));
    }

    private static Execution delete(RestRequest rest, NodeClient client) {
        return detached(
                client,
                RunActions.Delete.TYPE,
                new RunActions.Delete.Request(rest.param("id"), rest.paramAsBoolean("force", false)));
    }

    private static Execution cancel(RestRequest rest, NodeClient client) {
        return detached(
                client,
                RunActions.Cancel.TYPE,
                new RunActions.Cancel.Request(
                        rest.param("id"),
                        rest.paramAsBoolean("wait_for_completion", true),
                        timeout(rest, RunActions.Cancel.Request.DEFAULT_TIMEOUT)));
    }

    private static Execution rethrottle(RestRequest rest, NodeClient client) {
        return detached(
                client,
                RunActions.Rethrottle.TYPE,
                new RunActions.Rethrottle.Request(rest.param("id"), requiredSpeed(rest)));
    }

    private static RunFilter filter(RestRequest rest) {
        int size = rest.paramAsInt("size", RunFilter.DEFAULT_SIZE);
        ParameterCheck.range("size", size, 1, RunFilter.MAX_SIZE);
        return new RunFilter(
                size, rest.param("source"), rest.param("dest"), rest.param("state"), rest.paramAsBoolean("live", null));
    }
}
