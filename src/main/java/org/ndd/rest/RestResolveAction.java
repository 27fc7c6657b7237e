package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.bulk.BulkTaskResponse;
import org.ndd.resolve.ResolveAction;
import org.ndd.resolve.ResolveAction.Operation;
import org.ndd.resolve.ResolveRequest;

/**
 * {@code POST /{index}/_ndd/delete} and {@code …/_undo}, {@code POST /{index}/_ndd/mark} and {@code …/_undo}. A deletion is a dry run by
 * default.
 */
public final class RestResolveAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_resolve_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(
                new Route(POST, "/{index}/_ndd/delete"),
                new Route(POST, "/{index}/_ndd/delete/_undo"),
                new Route(POST, "/{index}/_ndd/mark"),
                new Route(POST, "/{index}/_ndd/mark/_undo"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) throws IOException {
        String[] indices = Strings.splitStringByCommaToArray(request.param("index"));
        Operation operation = operation(request.path());
        boolean dryRun = request.paramAsBoolean("dry_run", operation == Operation.DELETE);
        float speed = request.paramAsFloat("requests_per_second", -1);
        boolean wait = request.paramAsBoolean("wait_for_completion", true);
        ResolveRequest resolve;
        try (XContentParser parser = request.hasContent() ? request.contentParser() : null) {
            resolve = IndicesParameters.read(
                    request, ResolveRequest.parse(operation, indices, parser, dryRun, speed, wait));
        }
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(ResolveAction.TYPE, resolve, new RestToXContentListener<>(channel, BulkTaskResponse::status));
    }

    private static Operation operation(String path) {
        boolean undo = path.endsWith("/_undo");
        if (path.contains("/_ndd/delete")) {
            return undo ? Operation.RESTORE : Operation.DELETE;
        }
        return undo ? Operation.UNMARK : Operation.MARK;
    }
}
