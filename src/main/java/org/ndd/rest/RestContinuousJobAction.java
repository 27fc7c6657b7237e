package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.DELETE;
import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.ndd.continuous.CheckpointAction;
import org.ndd.continuous.DeleteContinuousAction;
import org.ndd.continuous.GetContinuousAction;
import org.ndd.continuous.JobIdRequest;
import org.ndd.continuous.StartContinuousAction;
import org.ndd.continuous.StopContinuousAction;

/**
 * {@code GET /_ndd/continuous}, {@code GET} and {@code DELETE /_ndd/continuous/{id}}, and {@code POST} with {@code _stop}, {@code _start},
 * {@code _run}.
 */
public final class RestContinuousJobAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_continuous_job_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(
                new Route(GET, "/_ndd/continuous"),
                new Route(GET, "/_ndd/continuous/{id}"),
                new Route(DELETE, "/_ndd/continuous/{id}"),
                new Route(POST, "/_ndd/continuous/{id}/_stop"),
                new Route(POST, "/_ndd/continuous/{id}/_start"),
                new Route(POST, "/_ndd/continuous/{id}/_run"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        JobIdRequest job = new JobIdRequest(request.param("id"));
        if (request.method() == GET) {
            return channel -> client.execute(GetContinuousAction.TYPE, job, new RestToXContentListener<>(channel));
        }
        if (request.method() == DELETE) {
            return channel -> client.execute(DeleteContinuousAction.TYPE, job, new RestToXContentListener<>(channel));
        }
        if (request.path().endsWith("/_stop")) {
            return channel -> client.execute(StopContinuousAction.TYPE, job, new RestToXContentListener<>(channel));
        }
        if (request.path().endsWith("/_start")) {
            return channel -> client.execute(StartContinuousAction.TYPE, job, new RestToXContentListener<>(channel));
        }
        CheckpointAction.Request now =
                new CheckpointAction.Request(job.id(), request.paramAsBoolean("wait_for_completion", true));
        // if the client disconnects, only the waiting ends; the checkpoint continues
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(CheckpointAction.TYPE, now, new RestToXContentListener<>(channel));
    }
}
