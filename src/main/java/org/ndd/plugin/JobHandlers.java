package org.ndd.plugin;

import static org.elasticsearch.rest.RestRequest.Method.DELETE;
import static org.elasticsearch.rest.RestRequest.Method.PUT;
import static org.ndd.plugin.NddRestHandler.cancellable;
import static org.ndd.plugin.NddRestHandler.detached;
import static org.ndd.plugin.NddRestHandler.get;
import static org.ndd.plugin.NddRestHandler.getOrPost;
import static org.ndd.plugin.NddRestHandler.post;
import static org.ndd.plugin.NddRestHandler.required;

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
import org.ndd.job.GetJobAction.GetJobStatsAction;
import org.ndd.job.GetJobChangesAction;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.job.JobPattern;
import org.ndd.job.PreviewJobAction;
import org.ndd.job.PutJobAction;
import org.ndd.job.PutJobAction.NewJob;
import org.ndd.job.ScheduleNowJobAction;
import org.ndd.job.StartJobAction;
import org.ndd.job.StopJobAction;
import org.ndd.job.UpdateJobAction;
import org.ndd.plugin.NddRestHandler.Execution;

/** Defines the handlers of requests about jobs. */
final class JobHandlers {

    private static final String JOB = "/_ndd/job/{job_id}";

    private JobHandlers() {}

    static List<RestHandler> all() {
        return List.of(
                new NddRestHandler("put_job", JobHandlers::put, new Route(PUT, JOB)),
                getOrPost("preview_job", JobHandlers::preview, "/_ndd/job/_preview", JOB + "/_preview"),
                post(
                        "start_job",
                        (rest, client) -> detached(
                                client, StartJobAction.TYPE, new JobIdRequest(rest.param("job_id"), timeout(rest))),
                        JOB + "/_start"),
                post("stop_job", JobHandlers::stop, JOB + "/_stop"),
                post("schedule_now_job", JobHandlers::schedule, JOB + "/_schedule_now"),
                post("update_job", JobHandlers::update, JOB + "/_update"),
                new NddRestHandler("delete_job", JobHandlers::delete, new Route(DELETE, JOB)),
                get(
                        "get_job",
                        (rest, client) -> cancellable(rest, client, GetJobAction.TYPE, list(rest)),
                        "/_ndd/job",
                        JOB),
                get(
                        "get_job_stats",
                        (rest, client) -> cancellable(rest, client, GetJobStatsAction.TYPE, list(rest)),
                        "/_ndd/job/_stats",
                        JOB + "/_stats"),
                get("get_job_changes", JobHandlers::changes, JOB + "/_changes"));
    }

    private static Execution put(RestRequest rest, NodeClient client) throws IOException {
        return detached(
                client, PutJobAction.TYPE, new PutJobAction.Request(rest.param("job_id"), job(rest), timeout(rest)));
    }

    private static Execution preview(RestRequest rest, NodeClient client) throws IOException {
        String id = rest.param("job_id");
        PreviewJobAction.Request preview = new PreviewJobAction.Request(id, id == null ? job(rest) : null);
        return cancellable(rest, client, PreviewJobAction.TYPE, preview);
    }

    private static NewJob job(RestRequest rest) throws IOException {
        return required(rest, NewJob::parse);
    }

    private static Execution stop(RestRequest rest, NodeClient client) {
        JobPattern jobs = JobPattern.of(rest.param("job_id"), rest.paramAsBoolean("allow_no_match", true));
        return detached(
                client, StopJobAction.TYPE, new StopJobAction.Request(jobs, waitForCompletion(rest), timeout(rest)));
    }

    /** If the client disconnects, only the wait ends, and the checkpoint continues. */
    private static Execution schedule(RestRequest rest, NodeClient client) {
        return cancellable(
                rest,
                client,
                ScheduleNowJobAction.TYPE,
                new ScheduleNowJobAction.Request(rest.param("job_id"), waitForCompletion(rest), timeout(rest)));
    }

    private static Execution update(RestRequest rest, NodeClient client) throws IOException {
        return detached(
                client,
                UpdateJobAction.TYPE,
                new UpdateJobAction.Request(rest.param("job_id"), required(rest, XContentParser::map), timeout(rest)));
    }

    private static Execution delete(RestRequest rest, NodeClient client) {
        return detached(
                client,
                DeleteJobAction.TYPE,
                new DeleteJobAction.Request(rest.param("job_id"), rest.paramAsBoolean("force", false), timeout(rest)));
    }

    private static boolean waitForCompletion(RestRequest rest) {
        return rest.paramAsBoolean("wait_for_completion", true);
    }

    private static TimeValue timeout(RestRequest rest) {
        return NddRestHandler.timeout(rest, JobIdRequest.DEFAULT_TIMEOUT);
    }

    private static GetJobAction.Request list(RestRequest rest) {
        return new GetJobAction.Request(
                JobPattern.of(rest.param("job_id"), rest.paramAsBoolean("allow_no_match", true)),
                rest.paramAsInt("from", 0),
                rest.paramAsInt("size", GetJobAction.Request.DEFAULT_SIZE));
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
