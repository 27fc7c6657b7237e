package org.ndd.plugin;

import static org.ndd.plugin.NddRestHandler.cancellable;
import static org.ndd.plugin.NddRestHandler.indices;
import static org.ndd.plugin.NddRestHandler.optional;
import static org.ndd.plugin.NddRestHandler.post;
import static org.ndd.plugin.NddRestHandler.requiredSpeed;
import static org.ndd.plugin.NddRestHandler.speed;
import static org.ndd.plugin.NddRestHandler.withIndicesOptions;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.admin.cluster.RestListTasksAction;
import org.elasticsearch.tasks.TaskId;
import org.ndd.bulk.BulkAction.BulkTaskRequest;
import org.ndd.bulk.BulkAction.BulkTaskResponse;
import org.ndd.bulk.BulkTask;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.BulkTaskAction;
import org.ndd.documents.BackfillAction;
import org.ndd.documents.BackfillAction.Request.BackfillOptions;
import org.ndd.documents.ResolveAction;
import org.ndd.plugin.NddRestHandler.Execution;

/** Defines the handlers of requests that change many documents, and of requests about their tasks. */
final class BulkHandlers {

    private BulkHandlers() {}

    static List<RestHandler> all() {
        List<RestHandler> handlers = new ArrayList<>();
        handlers.add(post("backfill", BulkHandlers::backfill, "/{index}/_ndd/backfill"));
        handlers.add(resolve("delete", Operation.DELETE, "delete"));
        handlers.add(resolve("undo_delete", Operation.RESTORE, "delete/_undo"));
        handlers.add(resolve("mark", Operation.MARK, "mark"));
        handlers.add(resolve("undo_mark", Operation.UNMARK, "mark/_undo"));
        for (BulkTask.Kind kind : BulkTask.Kind.values()) {
            String path = "/_ndd/" + kind.value() + "/{task_id}";
            handlers.add(post(
                    "cancel_" + kind.value(),
                    (rest, client) -> send(client, BulkTaskAction.Request.cancel(kind, task(rest))),
                    path + "/_cancel"));
            handlers.add(post(
                    "rethrottle_" + kind.value(),
                    (rest, client) -> send(
                            client,
                            BulkTaskAction.Request.rethrottle(
                                    kind, task(rest), BulkTaskRequest.typedSpeed(requiredSpeed(rest)))),
                    path + "/_rethrottle"));
        }
        return handlers;
    }

    private static Execution backfill(RestRequest rest, NodeClient client) throws IOException {
        BackfillOptions defaults = BackfillOptions.DEFAULT;
        BackfillOptions options = new BackfillOptions(
                rest.param("pipeline", defaults.pipeline()),
                BackfillOptions.Conflicts.of(rest.param("conflicts", "proceed")),
                BackfillOptions.slices(rest.param("slices", "1")),
                rest.paramAsInt("batch_size", defaults.batchSize()),
                BulkTaskRequest.typedSpeed(speed(rest)),
                rest.paramAsBoolean("refresh", defaults.refresh()));
        boolean wait = rest.paramAsBoolean("wait_for_completion", true);
        BackfillAction.Request backfill =
                optional(rest, body -> BackfillAction.Request.parse(indices(rest), body, options, wait));
        return cancellable(
                rest, client, BackfillAction.TYPE, withIndicesOptions(rest, backfill), BulkTaskResponse::status);
    }

    private static RestHandler resolve(String name, Operation operation, String path) {
        return post(name, (rest, client) -> resolve(operation, rest, client), "/{index}/_ndd/" + path);
    }

    /** Parses a request to delete or mark duplicates. A deletion is a dry run by default. */
    private static Execution resolve(Operation operation, RestRequest rest, NodeClient client) throws IOException {
        boolean dryRun = rest.paramAsBoolean("dry_run", operation == Operation.DELETE);
        double speed = speed(rest);
        boolean wait = rest.paramAsBoolean("wait_for_completion", true);
        ResolveAction.Request resolve = optional(
                rest, body -> ResolveAction.Request.parse(operation, indices(rest), body, dryRun, speed, wait));
        return cancellable(
                rest, client, ResolveAction.TYPE, withIndicesOptions(rest, resolve), BulkTaskResponse::status);
    }

    private static TaskId task(RestRequest rest) {
        return new TaskId(rest.param("task_id"));
    }

    private static Execution send(NodeClient client, BulkTaskAction.Request request) {
        return channel -> client.execute(
                BulkTaskAction.TYPE,
                request,
                RestListTasksAction.listTasksResponseListener(() -> DiscoveryNodes.EMPTY_NODES, "none", channel));
    }
}
