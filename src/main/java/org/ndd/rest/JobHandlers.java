package org.ndd.rest;

import static org.elasticsearch.rest.RestRequest.Method.DELETE;
import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;
import static org.elasticsearch.rest.RestRequest.Method.PUT;
import static org.ndd.rest.NddRestHandler.cancellable;
import static org.ndd.rest.NddRestHandler.detached;
import static org.ndd.rest.NddRestHandler.required;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestHandler;
import org.elasticsearch.rest.RestHandler.Route;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.job.DeleteJobAction;
import org.ndd.job.GetJobAction;
import org.ndd.job.GetJobChangesAction;
import org.ndd.job.GetJobStatsAction;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.job.JobPattern;
import org.ndd.job.PreviewJobAction;
import org.ndd.job.PutJobAction;
import org.ndd.job.PutJobAction.NewJob;
import org.ndd.job.ScheduleNowJobAction;
import org.ndd.job.StartJobAction;
import org.ndd.job.StopJobAction;
import org.ndd.job.UpdateJobAction;
import org.ndd.rest.NddRestHandler.Execution;

/** Defines the handlers of requests about jobs. */
final class JobHandlers {

    private JobHandlers() {}

    static List<RestHandler> all() {
        return List.of(
                new NddRestHandler(
                        "put_job",
                        JobHandlers::putOrPreview,
                        new Route(PUT, "/_ndd/job/{job_id}"),
                        new Route(GET, "/_ndd/job/_preview"),
                        new Route(POST, "/_ndd/job/_preview"),
                        new Route(GET, "/_ndd/job/{job_id}/_preview"),
                        new Route(POST, "/_ndd/job/{job_id}/_preview")),
                new NddRestHandler(
                        "job",
                        JobHandlers::change,
                        new Route(POST, "/_ndd/job/{job_id}/_start"),
                        new Route(POST, "/_ndd/job/{job_id}/_stop"),
                        new Route(POST, "/_ndd/job/{job_id}/_schedule_now"),
                        new Route(POST, "/_ndd/job/{job_id}/_update"),
                        new Route(DELETE, "/_ndd/job/{job_id}")),
                new NddRestHandler(
                        "get_job",
                        JobHandlers::list,
                        new Route(GET, "/_ndd/job"),
                        new Route(GET, "/_ndd/job/{job_id}"),
                        new Route(GET, "/_ndd/job/_stats"),
                        new Route(GET, "/_ndd/job/{job_id}/_stats")),
                new NddRestHandler(
                        "get_job_changes", JobHandlers::changes, new Route(GET, "/_ndd/job/{job_id}/_changes")));
    }

    private static Execution putOrPreview(RestRequest rest, NodeClient client) throws IOException {
        String id = rest.param("job_id");
        if (rest.method() == PUT) {
            TimeValue timeout = timeout(rest);
            return detached(client, PutJobAction.TYPE, new PutJobAction.Request(id, job(rest), timeout));
        }
        PreviewJobAction.Request preview =
                id == null ? new PreviewJobAction.Request(job(rest)) : new PreviewJobAction.Request(id);
        return cancellable(rest, client, PreviewJobAction.TYPE, preview);
    }

    private static NewJob job(RestRequest rest) throws IOException {
        return required(rest, NewJob::parse);
    }

    private static Execution change(RestRequest rest, NodeClient client) throws IOException {
        String id = rest.param("job_id");
        TimeValue timeout = timeout(rest);
        if (rest.method() == DELETE) {
            return detached(
                    client,
                    DeleteJobAction.TYPE,
                    new DeleteJobAction.Request(id, rest.paramAsBoolean("force", false), timeout));
        }
        if (rest.path().endsWith("/_start")) {
            return detached(client, StartJobAction.TYPE, new JobIdRequest(id, timeout));
        }
        if (rest.path().endsWith("/_update")) {
            return detached(
                    client,
                    UpdateJobAction.TYPE,
                    new UpdateJobAction.Request(id, required(rest, XContentParser::map), timeout));
        }
        boolean wait = rest.paramAsBoolean("wait_for_completion", true);
        if (rest.path().endsWith("/_stop")) {
            JobPattern jobs = JobPattern.of(id, rest.paramAsBoolean("allow_no_match", true));
            return detached(client, StopJobAction.TYPE, new StopJobAction.Request(jobs, wait, timeout));
        }
        // if the client disconnects, only the wait ends, and the checkpoint continues
        return cancellable(
                rest, client, ScheduleNowJobAction.TYPE, new ScheduleNowJobAction.Request(id, wait, timeout));
    }

    private static TimeValue timeout(RestRequest rest) {
        return NddRestHandler.time(rest, "timeout", JobIdRequest.DEFAULT_TIMEOUT);
    }

    private static Execution list(RestRequest rest, NodeClient client) {
        GetJobAction.Request list = new GetJobAction.Request(
                JobPattern.of(rest.param("job_id"), rest.paramAsBoolean("allow_no_match", true)),
                rest.paramAsInt("from", 0),
                rest.paramAsInt("size", GetJobAction.Request.DEFAULT_SIZE));
        boolean stats = rest.path().endsWith("/_stats");
        return cancellable(rest, client, stats ? GetJobStatsAction.TYPE : GetJobAction.TYPE, list);
    }

    private static Execution changes(RestRequest rest, NodeClient client) {
        GetJobChangesAction.Request changes = new GetJobChangesAction.Request(
                rest.param("job_id"),
                rest.param(GetJobChangesAction.RUN),
                rest.paramAsLong(GetJobChangesAction.AFTER_CHECKPOINT, -1));
        return channel -> new RestCancellableNodeClient(client, rest.getHttpChannel())
                .execute(
                        GetJobChangesAction.TYPE,
                        changes.to(RowsResponse.stream(channel, RowFormat.NDJSON, "changes.ndjson")),
                        RowsResponse.end(channel));
    }
}
