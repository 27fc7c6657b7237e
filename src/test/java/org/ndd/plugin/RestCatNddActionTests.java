package org.ndd.plugin;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.rest.FakeRestChannel;
import org.elasticsearch.test.rest.FakeRestRequest;
import org.elasticsearch.test.rest.RestActionTestCase;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.job.GetJobAction;
import org.ndd.partition.GetPartitionAction;
import org.ndd.partition.GetPartitionAction.RunFilter;

public class RestCatNddActionTests extends RestActionTestCase {

    private static final int JOBS = 3 * GetJobAction.Request.MAX_SIZE;
    private static final int RUNS = 3 * RunFilter.MAX_SIZE;

    private final Set<Object> listed = new HashSet<>();

    private ActionResponse respond(ActionRequest request) {
        if (request instanceof GetJobAction.Request selected) {
            int end = (int) Math.min(JOBS, (long) selected.from + selected.size);
            List<Map<String, Object>> jobs = IntStream.range(selected.from, end)
                    .<Map<String, Object>>mapToObj(i -> Map.of("id", "job-" + i))
                    .toList();
            jobs.forEach(job -> listed.add(job.get("id")));
            return new BodyResponse<>(new GetJobAction.JobList(JOBS, jobs));
        }
        int size =
                Math.min(RUNS, ((GetPartitionAction.Request) request).filter().size());
        List<Map<String, Object>> runs = IntStream.range(0, size)
                .<Map<String, Object>>mapToObj(i -> Map.of("id", "run-" + i))
                .toList();
        runs.forEach(run -> listed.add(run.get("id")));
        return new BodyResponse<>(new GetPartitionAction.Reports(false, runs));
    }

    public void testListsAllJobsAndRuns() {
        verifyingClient.setExecuteLocallyVerifier((action, request) -> respond(request));
        controller().registerHandler(new RestCatNddAction());
        FakeRestRequest request = new FakeRestRequest.Builder(xContentRegistry())
                .withPath("/_cat/ndd")
                .withParams(new HashMap<>(Map.of("h", "id")))
                .build();
        FakeRestChannel channel = new FakeRestChannel(request, true);
        controller().dispatchRequest(request, channel, new ThreadContext(Settings.EMPTY));
        request.getHttpChannel().close();
        assertEquals(RestStatus.OK, channel.capturedResponse().status());
        assertEquals(JOBS + RUNS, listed.size());
    }
}
