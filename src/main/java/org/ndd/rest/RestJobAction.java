package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.DELETE;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.job.DeleteJobAction;
import org.ndd.job.JobIdRequest;
import org.ndd.job.JobPattern;
import org.ndd.job.ScheduleNowJobAction;
import org.ndd.job.StartJobAction;
import org.ndd.job.StopJobAction;
import org.ndd.job.UpdateJobAction;

/**
 * {@code POST /_ndd/job/{job_id}} with {@code _start}, {@code _stop}, {@code _schedule_now} and {@code _update}, and {@code DELETE
 * /_ndd/job/{job_id}}.
 */
public final class RestJobAction extends BaseRestHandler {

    @Override
    public String getName() {
        return "ndd_job_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(
                new Route(POST, "/_ndd/job/{job_id}/_start"),
                new Route(POST, "/_ndd/job/{job_id}/_stop"),
                new Route(POST, "/_ndd/job/{job_id}/_schedule_now"),
                new Route(POST, "/_ndd/job/{job_id}/_update"),
                new Route(DELETE, "/_ndd/job/{job_id}"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) throws IOException {
        String id = request.param("job_id");
        TimeValue timeout = TimeParameter.read(request, "timeout", JobIdRequest.DEFAULT_TIMEOUT);
        if (request.method() == DELETE) {
            DeleteJobAction.Request delete =
                    new DeleteJobAction.Request(id, request.paramAsBoolean("force", false), timeout);
            return channel -> client.execute(DeleteJobAction.TYPE, delete, new RestToXContentListener<>(channel));
        }
        if (request.path().endsWith("/_start")) {
            JobIdRequest start = new JobIdRequest(id, timeout);
            return channel -> client.execute(StartJobAction.TYPE, start, new RestToXContentListener<>(channel));
        }
        if (request.path().endsWith("/_update")) {
            try (XContentParser parser = request.contentParser()) {
                UpdateJobAction.Request update = new UpdateJobAction.Request(id, parser.map(), timeout);
                return channel -> client.execute(UpdateJobAction.TYPE, update, new RestToXContentListener<>(channel));
            }
        }
        boolean wait = request.paramAsBoolean("wait_for_completion", true);
        if (request.path().endsWith("/_stop")) {
            JobPattern jobs = JobPattern.of(id, request.paramAsBoolean("allow_no_match", true));
            StopJobAction.Request stop = new StopJobAction.Request(jobs, wait, timeout);
            return channel -> client.execute(StopJobAction.TYPE, stop, new RestToXContentListener<>(channel));
        }
        ScheduleNowJobAction.Request now = new ScheduleNowJobAction.Request(id, wait, timeout);
        // if the client disconnects, only the waiting ends; the checkpoint continues
        return channel -> new RestCancellableNodeClient(client, request.getHttpChannel())
                .execute(ScheduleNowJobAction.TYPE, now, new RestToXContentListener<>(channel));
    }
}
