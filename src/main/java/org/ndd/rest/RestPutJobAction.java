package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;
import static org.elasticsearch.rest.RestRequest.Method.PUT;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.job.JobIdRequest;
import org.ndd.job.NewJob;
import org.ndd.job.PreviewJobAction;
import org.ndd.job.PutJobAction;
import org.ndd.job.PutJobRequest;

/** {@code PUT /_ndd/job/{job_id}}, and the previews of a new job and of one that exists. */
public final class RestPutJobAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_put_job_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(
                new Route(PUT, "/_ndd/job/{job_id}"),
                new Route(GET, "/_ndd/job/_preview"),
                new Route(POST, "/_ndd/job/_preview"),
                new Route(GET, "/_ndd/job/{job_id}/_preview"),
                new Route(POST, "/_ndd/job/{job_id}/_preview"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) throws IOException {
        String id = request.param("job_id");
        if (request.method() == PUT) {
            TimeValue timeout = TimeParameter.read(request, "timeout", JobIdRequest.DEFAULT_TIMEOUT);
            PutJobRequest put = new PutJobRequest(id, job(request), timeout);
            return channel -> client.execute(PutJobAction.TYPE, put, new RestToXContentListener<>(channel));
        }
        PreviewJobAction.Request preview =
                id == null ? new PreviewJobAction.Request(job(request)) : new PreviewJobAction.Request(id);
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(PreviewJobAction.TYPE, preview, new RestToXContentListener<>(channel));
    }

    private static NewJob job(RestRequest request) throws IOException {
        try (XContentParser parser = request.contentParser()) {
            return NewJob.parse(parser);
        }
    }
}
