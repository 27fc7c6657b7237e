package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.ndd.backfill.BackfillTasksAction;
import org.ndd.bulk.JobSpeed;

/** {@code GET /{index}/_ndd/backfill}, {@code POST …/_cancel} and {@code POST …/_rethrottle}: backfills that are running. */
public final class RestBackfillTasksAction extends BaseRestHandler {

    private static final String SPEED = "requests_per_second";

    @Override
    public String getName() {
        return "ndd_backfill_tasks_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(
                new Route(GET, "/{index}/_ndd/backfill"),
                new Route(POST, "/{index}/_ndd/backfill/_cancel"),
                new Route(POST, "/{index}/_ndd/backfill/_rethrottle"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        BackfillTasksAction.Request tasks = tasks(request);
        return channel -> client.execute(BackfillTasksAction.TYPE, tasks, new RestToXContentListener<>(channel));
    }

    private static BackfillTasksAction.Request tasks(RestRequest request) {
        String[] indices = Strings.splitStringByCommaToArray(request.param("index"));
        if (request.method() == GET) {
            return BackfillTasksAction.Request.show(indices);
        }
        if (request.path().endsWith("/_cancel")) {
            return BackfillTasksAction.Request.cancel(indices);
        }
        if (request.hasParam(SPEED) == false) {
            throw new IllegalArgumentException("[" + SPEED + "] must be -1 or a number, but was missing");
        }
        return BackfillTasksAction.Request.rethrottle(JobSpeed.typed(request.paramAsFloat(SPEED, -1)), indices);
    }
}
