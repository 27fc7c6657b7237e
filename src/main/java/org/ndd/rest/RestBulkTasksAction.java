package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.ndd.bulk.BulkTaskKind;
import org.ndd.bulk.BulkTaskSpeed;
import org.ndd.bulk.BulkTasksAction;

/**
 * {@code GET /{index}/_ndd/{kind}}, {@code POST …/_cancel} and {@code POST …/_rethrottle}: running backfills, deletions and markings.
 */
public final class RestBulkTasksAction extends BaseRestHandler {

    private static final String CANCEL = "/_cancel";
    private static final String RETHROTTLE = "/_rethrottle";
    private static final String SPEED = "requests_per_second";

    private final BulkTaskKind kind;

    public RestBulkTasksAction(BulkTaskKind kind) {
        this.kind = kind;
    }

    @Override
    public String getName() {
        return "ndd_" + kind.path() + "_tasks_action";
    }

    @Override
    public List<Route> routes() {
        String path = "/{index}/_ndd/" + kind.path();
        return List.of(new Route(GET, path), new Route(POST, path + CANCEL), new Route(POST, path + RETHROTTLE));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        BulkTasksAction.Request tasks = tasks(request);
        return channel -> client.execute(BulkTasksAction.TYPE, tasks, new RestToXContentListener<>(channel));
    }

    private BulkTasksAction.Request tasks(RestRequest request) {
        String[] indices = Strings.splitStringByCommaToArray(request.param("index"));
        if (request.method() == GET) {
            return BulkTasksAction.Request.show(kind, indices);
        }
        if (request.path().endsWith(CANCEL)) {
            return BulkTasksAction.Request.cancel(kind, indices);
        }
        if (request.hasParam(SPEED) == false) {
            throw new IllegalArgumentException("[" + SPEED + "] must be -1 or a number, but was missing");
        }
        return BulkTasksAction.Request.rethrottle(kind, BulkTaskSpeed.typed(request.paramAsFloat(SPEED, -1)), indices);
    }
}
