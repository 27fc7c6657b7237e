package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.POST;
import static org.ndd.rest.NddRestHandler.cancellable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestHandler.Route;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.admin.cluster.RestListTasksAction;
import org.elasticsearch.tasks.TaskId;
import org.ndd.backfill.BackfillAction;
import org.ndd.backfill.BackfillRequest;
import org.ndd.backfill.BackfillRequest.BackfillOptions;
import org.ndd.bulk.BulkTask;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.BulkTaskAction;
import org.ndd.bulk.BulkTaskRequest;
import org.ndd.bulk.BulkTaskResponse;
import org.ndd.resolve.ResolveAction;
import org.ndd.resolve.ResolveRequest;
import org.ndd.rest.NddRestHandler.Execution;

/** Defines the handlers of requests that change many documents, and of requests about their tasks. */
final class BulkHandlers {

    private static final String RETHROTTLE = "/_rethrottle";
    private static final String SPEED = "requests_per_second";

    private BulkHandlers() {}

    static List<RestHandler> all() {
        List<RestHandler> handlers = new ArrayList<>();
        handlers.add(new NddRestHandler("backfill", BulkHandlers::backfill, new Route(POST, "/{index}/_ndd/backfill")));
        handlers.add(new NddRestHandler(
                "resolve",
                BulkHandlers::resolve,
                new Route(POST, "/{index}/_ndd/delete"),
                new Route(POST, "/{index}/_ndd/delete/_undo"),
                new Route(POST, "/{index}/_ndd/mark"),
                new Route(POST, "/{index}/_ndd/mark/_undo")));
        for (BulkTask.Kind kind : BulkTask.Kind.values()) {
            String path = "/_ndd/" + kind.value() + "/{task_id}";
            handlers.add(new NddRestHandler(
                    kind.value() + "_tasks",
                    (rest, client) -> task(kind, rest, client),
                    new Route(POST, path + "/_cancel"),
                    new Route(POST, path + RETHROTTLE)));
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
                BulkTaskRequest.typedSpeed(rest.paramAsFloat(SPEED, -1)),
                rest.paramAsBoolean("refresh", defaults.refresh()));
        boolean wait = rest.paramAsBoolean("wait_for_completion", true);
        BackfillRequest backfill = NddRestHandler.optional(
                rest, body -> BackfillRequest.parse(NddRestHandler.indices(rest), body, options, wait));
        return cancellable(
                rest,
                client,
                BackfillAction.TYPE,
                NddRestHandler.withIndicesOptions(rest, backfill),
                BulkTaskResponse::status);
    }

    /** Parses a request to delete or mark duplicates. A deletion is a dry run by default. */
    private static Execution resolve(RestRequest rest, NodeClient client) throws IOException {
        Operation operation = operation(rest.path());
        boolean dryRun = rest.paramAsBoolean("dry_run", operation == Operation.DELETE);
        float speed = rest.paramAsFloat(SPEED, -1);
        boolean wait = rest.paramAsBoolean("wait_for_completion", true);
        ResolveRequest resolve = NddRestHandler.optional(
                rest, body -> ResolveRequest.parse(operation, NddRestHandler.indices(rest), body, dryRun, speed, wait));
        return cancellable(
                rest,
                client,
                ResolveAction.TYPE,
                NddRestHandler.withIndicesOptions(rest, resolve),
                BulkTaskResponse::status);
    }

    private static Operation operation(String path) {
        boolean undo = path.endsWith("/_undo");
        if (path.contains("/_ndd/delete")) {
            return undo ? Operation.RESTORE : Operation.DELETE;
        }
        return undo ? Operation.UNMARK : Operation.MARK;
    }

    private static Execution task(BulkTask.Kind kind, RestRequest rest, NodeClient client) {
        TaskId task = new TaskId(rest.param("task_id"));
        BulkTaskAction.Request request;
        if (rest.path().endsWith(RETHROTTLE)) {
            if (rest.hasParam(SPEED) == false) {
                throw new IllegalArgumentException("[" + SPEED + "] must be -1 or a number, but was missing");
            }
            double perSecond = BulkTaskRequest.typedSpeed(rest.paramAsFloat(SPEED, -1));
            request = BulkTaskAction.Request.rethrottle(kind, task, perSecond);
        } else {
            request = BulkTaskAction.Request.cancel(kind, task);
        }
        return channel -> client.execute(
                BulkTaskAction.TYPE,
                request,
                RestListTasksAction.listTasksResponseListener(() -> DiscoveryNodes.EMPTY_NODES, "none", channel));
    }
}
