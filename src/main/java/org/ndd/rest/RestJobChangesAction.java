package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.GET;

import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.ndd.job.GetJobChangesAction;

/** {@code GET /_ndd/job/{job_id}/_changes}. */
public final class RestJobChangesAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_get_job_changes_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(GET, "/_ndd/job/{job_id}/_changes"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        GetJobChangesAction.Request changes = new GetJobChangesAction.Request(
                request.param("job_id"),
                request.param(GetJobChangesAction.RUN),
                request.paramAsLong(GetJobChangesAction.AFTER_CHECKPOINT, -1));
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(
                        GetJobChangesAction.TYPE,
                        changes.to(RowsResponse.to(channel, RowFormat.NDJSON, "changes.ndjson")),
                        RowsResponse.end(channel));
    }
}
