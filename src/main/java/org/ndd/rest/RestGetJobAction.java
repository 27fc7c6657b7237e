package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.GET;

import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.ndd.job.GetJobAction;
import org.ndd.job.GetJobStatsAction;
import org.ndd.job.JobListRequest;
import org.ndd.job.JobPattern;

/** {@code GET /_ndd/job} and {@code GET /_ndd/job/{job_id}}, and both with {@code _stats}. */
public final class RestGetJobAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_get_job_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(
                new Route(GET, "/_ndd/job"),
                new Route(GET, "/_ndd/job/{job_id}"),
                new Route(GET, "/_ndd/job/_stats"),
                new Route(GET, "/_ndd/job/{job_id}/_stats"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        JobListRequest list = new JobListRequest(
                JobPattern.of(request.param("job_id"), request.paramAsBoolean("allow_no_match", true)),
                request.paramAsInt("from", 0),
                request.paramAsInt("size", JobListRequest.DEFAULT_SIZE));
        boolean stats = request.path().endsWith("/_stats");
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(
                        stats ? GetJobStatsAction.TYPE : GetJobAction.TYPE,
                        list,
                        new RestToXContentListener<>(channel));
    }
}
