package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.ndd.bulk.JobKind;
import org.ndd.bulk.JobSpeed;
import org.ndd.bulk.JobTasksAction;

/**
 * {@code GET /{index}/_ndd/{kind}}, {@code POST …/_cancel} and {@code POST …/_rethrottle}: running backfills, deletions and markings.
 */
public final class RestJobTasksAction extends BaseRestHandler {

    private static final String CANCEL = "/_cancel";
    private static final String RETHROTTLE = "/_rethrottle";
    private static final String SPEED = "requests_per_second";

    private final JobKind kind;

    public RestJobTasksAction(JobKind kind) {
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
        JobTasksAction.Request tasks = tasks(request);
        return channel -> client.execute(JobTasksAction.TYPE, tasks, new RestToXContentListener<>(channel));
    }

    private JobTasksAction.Request tasks(RestRequest request) {
        String[] indices = Strings.splitStringByCommaToArray(request.param("index"));
        if (request.method() == GET) {
            return JobTasksAction.Request.show(kind, indices);
        }
        if (request.path().endsWith(CANCEL)) {
            return JobTasksAction.Request.cancel(kind, indices);
        }
        if (request.hasParam(SPEED) == false) {
            throw new IllegalArgumentException("[" + SPEED + "] must be -1 or a number, but was missing");
        }
        return JobTasksAction.Request.rethrottle(kind, JobSpeed.typed(request.paramAsFloat(SPEED, -1)), indices);
    }
}
