package org.ndd.plugin;

import static org.hamcrest.Matchers.arrayContaining;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestRequest.Method;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.rest.FakeRestRequest;
import org.elasticsearch.test.rest.RestActionTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentType;
import org.junit.Before;
import org.ndd.boilerplate.BoilerplateAction;
import org.ndd.bulk.BulkAction.BulkTaskResponse;
import org.ndd.bulk.BulkTask;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.BulkTaskAction;
import org.ndd.documents.BackfillAction;
import org.ndd.documents.BackfillAction.Request.BackfillOptions;
import org.ndd.documents.BackfillAction.Request.BackfillOptions.Conflicts;
import org.ndd.documents.ResolveAction;
import org.ndd.inspect.AnalyzePageAction;
import org.ndd.inspect.CheckAction;
import org.ndd.inspect.CompareAction;
import org.ndd.inspect.EvaluateAction;
import org.ndd.job.DeleteJobAction;
import org.ndd.job.GetJobAction;
import org.ndd.job.GetJobAction.GetJobStatsAction;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.job.JobPattern;
import org.ndd.job.PreviewJobAction;
import org.ndd.job.PutJobAction;
import org.ndd.job.ScheduleNowJobAction;
import org.ndd.job.StartJobAction;
import org.ndd.job.StopJobAction;
import org.ndd.job.UpdateJobAction;
import org.ndd.partition.GetPartitionAction;
import org.ndd.partition.RunActions;
import org.ndd.partition.plan.PartitionRequest;

public class RestHandlersTests extends RestActionTestCase {

    private final List<String> actions = new ArrayList<>();
    private final List<ActionRequest> requests = new ArrayList<>();

    @Before
    public void registerHandlers() {
        RestHandlers.all().forEach(controller()::registerHandler);
        verifyingClient.setExecuteLocallyVerifier(this::keep);
        verifyingClient.setExecuteVerifier(this::keep);
    }

    private static BaseRestHandler handler(String name) {
        return (BaseRestHandler) RestHandlers.all().stream()
                .filter(handler -> ((BaseRestHandler) handler).getName().equals("ndd_" + name + "_action"))
                .findFirst()
                .orElseThrow();
    }

    private ActionResponse keep(ActionType<?> action, ActionRequest request) {
        actions.add(action.name());
        requests.add(request);
        return action == BackfillAction.TYPE ? new BulkTaskResponse(new TaskId("node", 1)) : AcknowledgedResponse.TRUE;
    }

    public void testNothingFollowsBody() throws Exception {
        for (String rest : List.of("{}", "[]", "7")) {
            FakeRestRequest request = new FakeRestRequest.Builder(xContentRegistry())
                    .withContent(new BytesArray("{\"a\": 1} " + rest), XContentType.JSON)
                    .build();
            Exception e = expectThrows(
                    IllegalArgumentException.class, () -> NddRestHandler.required(request, XContentParser::map));
            assertThat(e.getMessage(), containsString("[body] must be one object, but was followed by ["));
        }
    }

    public void testAnalyze() {
        for (Method method : List.of(Method.GET, Method.POST)) {
            dispatch(method, "/_ndd/analyze", "{\"text\":\"words\"}");
            assertEquals(AnalyzePageAction.TYPE.name(), last(actions));
            assertEquals(
                    "words",
                    ((AnalyzePageAction.Request) last(requests)).page.parts().get(0));
        }
    }

    public void testCompare() {
        for (Method method : List.of(Method.GET, Method.POST)) {
            String body = "{\"a\":{\"_id\":\"1\"},\"b\":{\"_index\":\"other\",\"_id\":\"2\"}}";
            dispatch(method, "/pages/_ndd/compare", body);
            assertEquals(CompareAction.TYPE.name(), last(actions));
            assertThat(((CompareAction.Request) last(requests)).indices(), arrayContaining("pages", "other"));
            dispatch(method, "/_ndd/compare", body.replace("\"1\"", "\"1\",\"_index\":\"other\""));
            assertThat(((CompareAction.Request) last(requests)).indices(), arrayContaining("other"));
        }
    }

    public void testStatus() {
        for (Method method : List.of(Method.GET, Method.POST)) {
            dispatch(method, "/pages/_ndd/check", "{\"ids\":[\"1\"]}");
            assertEquals(CheckAction.TYPE.name(), last(actions));
            assertThat(((CheckAction.Request) last(requests)).indices(), arrayContaining("pages"));
        }
    }

    public void testDeleteIsDryRunByDefault() {
        dispatch(Method.POST, "/a,b/_ndd/delete", null);
        assertEquals(ResolveAction.TYPE.name(), last(actions));
        ResolveAction.Request request = (ResolveAction.Request) last(requests);
        assertEquals(Operation.DELETE, request.operation);
        assertThat(request.indices(), arrayContaining("a", "b"));
        assertTrue(request.dryRun);
        assertTrue(request.waitForCompletion);
        dispatch(
                Method.POST,
                "/a/_ndd/delete",
                "{\"containment\":0.5}",
                Map.of("dry_run", "false", "wait_for_completion", "false"));
        request = (ResolveAction.Request) last(requests);
        assertFalse(request.dryRun);
        assertFalse(request.waitForCompletion);
        assertEquals(0.5, request.rule.containment(), 0);
        dispatch(Method.POST, "/delete/_ndd/mark", null);
        request = (ResolveAction.Request) last(requests);
        assertEquals(Operation.MARK, request.operation);
        assertFalse(request.dryRun);
        dispatch(Method.POST, "/a/_ndd/mark/_undo", null);
        assertEquals(Operation.UNMARK, ((ResolveAction.Request) last(requests)).operation);
        dispatch(Method.POST, "/a/_ndd/delete/_undo", "{\"backup\":\"kept\"}");
        assertEquals(Operation.RESTORE, ((ResolveAction.Request) last(requests)).operation);
    }

    /** Elasticsearch ignores a slash at the end of a path. The undo of a marking must not mark documents. */
    public void testSlashAtEndOfPath() {
        Map<String, Operation> operations = Map.of(
                "delete", Operation.DELETE,
                "delete/_undo", Operation.RESTORE,
                "mark", Operation.MARK,
                "mark/_undo", Operation.UNMARK);
        operations.forEach((path, operation) -> {
            dispatch(Method.POST, "/a/_ndd/" + path + "/", path.startsWith("delete") ? "{\"backup\":\"kept\"}" : null);
            assertEquals(operation, ((ResolveAction.Request) last(requests)).operation);
        });
        Map<String, ActionType<?>> types = Map.of(
                "partition/x/_publish", RunActions.Publish.TYPE,
                "partition/x/_cancel", RunActions.Cancel.TYPE,
                "partition/x/_resume", RunActions.Resume.TYPE,
                "job/x/_start", StartJobAction.TYPE,
                "job/x/_stop", StopJobAction.TYPE,
                "job/x/_schedule_now", ScheduleNowJobAction.TYPE);
        types.forEach((path, type) -> {
            dispatch(Method.POST, "/_ndd/" + path + "/", null);
            assertEquals(type.name(), last(actions));
        });
        dispatch(Method.GET, "/_ndd/job/x/_stats/", null);
        assertEquals(GetJobStatsAction.TYPE.name(), last(actions));
    }

    public void testRuns() {
        dispatch(Method.GET, "/_ndd/partition", null, Map.of("size", "5", "live", "true"));
        assertEquals(GetPartitionAction.TYPE.name(), last(actions));
        dispatch(Method.POST, "/_ndd/partition/x/_publish", null);
        assertEquals(RunActions.Publish.TYPE.name(), last(actions));
        assertEquals("x", ((RunActions.RunIdRequest) last(requests)).id());
        dispatch(Method.DELETE, "/_ndd/partition/x", null, Map.of("force", "true"));
        assertEquals(RunActions.Delete.TYPE.name(), last(actions));
    }

    public void testJobs() {
        String body = "{\"source\":{\"index\":[\"a\",\"b\"]},\"frequency\":\"5m\"}";
        dispatch(Method.PUT, "/_ndd/job/x", body);
        assertEquals(PutJobAction.TYPE.name(), last(actions));
        PutJobAction.Request put = (PutJobAction.Request) last(requests);
        assertEquals("x", put.id);
        assertEquals("30s", put.timeout.getStringRep());
        assertThat(put.job.config().run().indices(), arrayContaining("a", "b"));
        assertEquals("5m", put.job.config().frequency().getStringRep());
        Map<String, String> actionsOfJobs = Map.of(
                "_start", StartJobAction.TYPE.name(),
                "_stop", StopJobAction.TYPE.name(),
                "_schedule_now", ScheduleNowJobAction.TYPE.name());
        actionsOfJobs.forEach((path, name) -> {
            dispatch(Method.POST, "/_ndd/job/x/" + path, null, Map.of("timeout", "3m"));
            assertEquals(name, last(actions));
            assertEquals("x", ((JobIdRequest) last(requests)).id);
            assertEquals("3m", ((JobIdRequest) last(requests)).timeout.getStringRep());
        });
        dispatch(Method.POST, "/_ndd/job/x/_schedule_now", null);
        assertTrue(((ScheduleNowJobAction.Request) last(requests)).waitForCompletion);
        dispatch(Method.POST, "/_ndd/job/x/_schedule_now", null, Map.of("wait_for_completion", "false"));
        assertFalse(((ScheduleNowJobAction.Request) last(requests)).waitForCompletion);
        dispatch(
                Method.POST,
                "/_ndd/job/x*/_stop",
                null,
                Map.of("wait_for_completion", "false", "allow_no_match", "false"));
        StopJobAction.Request stop = (StopJobAction.Request) last(requests);
        assertFalse(stop.waitForCompletion);
        assertEquals(JobPattern.of("x*", false), stop.pattern);
        dispatch(Method.POST, "/_ndd/job/x/_update", "{\"frequency\":\"1m\"}");
        assertEquals(UpdateJobAction.TYPE.name(), last(actions));
        assertEquals(Map.of("frequency", "1m"), ((UpdateJobAction.Request) last(requests)).changes);
        dispatch(Method.DELETE, "/_ndd/job/x", null, Map.of("force", "true"));
        assertEquals(DeleteJobAction.TYPE.name(), last(actions));
        assertTrue(((DeleteJobAction.Request) last(requests)).force);
    }

    public void testJobListsAndPreviews() {
        dispatch(Method.GET, "/_ndd/job/x,y*", null, Map.of("from", "2", "size", "3", "allow_no_match", "false"));
        assertEquals(GetJobAction.TYPE.name(), last(actions));
        GetJobAction.Request list = (GetJobAction.Request) last(requests);
        assertEquals(JobPattern.of("x,y*", false), list.pattern);
        assertEquals(2, list.from);
        assertEquals(3, list.size);
        dispatch(Method.GET, "/_ndd/job", null);
        assertEquals(JobPattern.of(null, true), ((GetJobAction.Request) last(requests)).pattern);
        for (String path : List.of("/_ndd/job/_stats", "/_ndd/job/x/_stats")) {
            dispatch(Method.GET, path, null);
            assertEquals(GetJobStatsAction.TYPE.name(), last(actions));
        }
        for (Method method : List.of(Method.GET, Method.POST)) {
            dispatch(method, "/_ndd/job/_preview", "{\"source\":{\"index\":\"a\"}}");
            assertEquals(PreviewJobAction.TYPE.name(), last(actions));
            assertNull(((PreviewJobAction.Request) last(requests)).id);
            dispatch(method, "/_ndd/job/x/_preview", null);
            assertEquals("x", ((PreviewJobAction.Request) last(requests)).id);
        }
    }

    public void testEvaluate() {
        for (Method method : List.of(Method.GET, Method.POST)) {
            String pair = "{\"a\":\"1\",\"b\":\"2\",\"duplicate\":true}";
            dispatch(method, "/pages/_ndd/evaluate", "{\"pairs\":[" + pair + "]}");
            assertEquals(EvaluateAction.TYPE.name(), last(actions));
            assertThat(((EvaluateAction.Request) last(requests)).indices(), arrayContaining("pages"));
        }
    }

    public void testBackfill() {
        dispatch(Method.POST, "/a,b/_ndd/backfill", null);
        assertEquals(BackfillAction.TYPE.name(), last(actions));
        assertThat(((BackfillAction.Request) last(requests)).indices(), arrayContaining("a", "b"));
        assertEquals(BackfillOptions.DEFAULT, ((BackfillAction.Request) last(requests)).options);
        assertTrue(((BackfillAction.Request) last(requests)).waitForCompletion);
        dispatch(
                Method.POST,
                "/a/_ndd/backfill",
                "{\"outdated\":false}",
                Map.of("pipeline", "p", "conflicts", "abort", "slices", "auto", "batch_size", "7"),
                Map.of("requests_per_second", "2.5", "refresh", "true", "wait_for_completion", "false"));
        BackfillAction.Request request = (BackfillAction.Request) last(requests);
        assertEquals(new BackfillOptions("p", Conflicts.ABORT, 0, 7, 2.5, true), request.options);
        assertFalse(request.waitForCompletion);
        assertFalse(request.outdated);
    }

    public void testBulkTasks() {
        for (BulkTask.Kind kind : BulkTask.Kind.values()) {
            String path = "/_ndd/" + kind.value() + "/node:7";
            dispatch(Method.POST, path + "/_cancel", null);
            BulkTaskAction.Request cancel = (BulkTaskAction.Request) last(requests);
            assertEquals(new TaskId("node", 7), cancel.getTargetTaskId());
            assertNull(cancel.requestsPerSecond);
            dispatch(Method.POST, path + "/_rethrottle", null, Map.of("requests_per_second", "-1"));
            BulkTaskAction.Request rethrottle = (BulkTaskAction.Request) last(requests);
            assertEquals(new TaskId("node", 7), rethrottle.getTargetTaskId());
            assertEquals(Double.POSITIVE_INFINITY, rethrottle.requestsPerSecond, 0);
            assertEquals(BulkTaskAction.NAME, last(actions));
            RestRequest without = request(Method.POST, path + "/_rethrottle", null, Map.of("task_id", "node:7"));
            BaseRestHandler handler = handler("rethrottle_" + kind.value());
            Exception e = expectThrows(Exception.class, () -> handler.handleRequest(without, null, verifyingClient));
            assertEquals("[requests_per_second] must be a number, but was missing", e.getMessage());
        }
    }

    public void testSpeedIsExact() {
        dispatch(Method.POST, "/pages/_ndd/partition", null, Map.of("requests_per_second", "0.1"));
        PartitionRequest partition = (PartitionRequest) last(requests);
        assertEquals(0.1, partition.options().execution().requestsPerSecond(), 0);
        dispatch(
                Method.POST,
                "/_ndd/" + BulkTask.Kind.values()[0].value() + "/node:7/_rethrottle",
                null,
                Map.of("requests_per_second", "16777217"));
        assertEquals(16_777_217, ((BulkTaskAction.Request) last(requests)).requestsPerSecond, 0);
        RestRequest wrong = request(
                Method.POST,
                "/_ndd/partition/run/_rethrottle",
                null,
                Map.of("id", "run", "requests_per_second", "fast"));
        BaseRestHandler handler = handler("rethrottle_partition");
        Exception e = expectThrows(Exception.class, () -> handler.handleRequest(wrong, null, verifyingClient));
        assertEquals("[requests_per_second] must be a number, but was [fast]", e.getMessage());
    }

    public void testBoilerplate() {
        Map<Method, ActionType<?>> types =
                Map.of(Method.GET, BoilerplateAction.Get.TYPE, Method.DELETE, BoilerplateAction.Delete.TYPE);
        types.forEach((method, type) -> {
            dispatch(method, "/pages/_ndd/boilerplate/example.org", null);
            assertEquals(type.name(), last(actions));
            BoilerplateAction.Request request = (BoilerplateAction.Request) last(requests);
            assertEquals("pages", request.index());
            assertEquals("example.org", request.site);
        });
    }

    public void testRejectsMissingBody() {
        for (String name : List.of("analyze", "compare")) {
            RestRequest request = request(Method.POST, "/_ndd/" + name, null);
            Exception e =
                    expectThrows(Exception.class, () -> handler(name).handleRequest(request, null, verifyingClient));
            assertThat(e.getMessage(), containsString("request body or source parameter is required"));
        }
    }

    public void testRejectsUnknownParameter() {
        RestRequest request = new FakeRestRequest.Builder(xContentRegistry())
                .withMethod(Method.POST)
                .withPath("/_ndd/analyze")
                .withParams(new HashMap<>(Map.of("sorce", "x")))
                .withContent(new BytesArray("{\"text\":\"x\"}"), XContentType.JSON)
                .build();
        Exception e =
                expectThrows(Exception.class, () -> handler("analyze").handleRequest(request, null, verifyingClient));
        assertThat(e, instanceOf(IllegalArgumentException.class));
        assertThat(e.getMessage(), containsString("contains unrecognized parameter: [sorce]"));
    }

    public void testRejectsInvalidTimeValue() {
        String evaluate = "{\"pairs\":[{\"a\":\"1\",\"b\":\"2\",\"duplicate\":true}]}";
        for (String wrong : List.of("ndd", "pages", "10", "-5s", "s", "1x", "")) {
            for (String name : List.of("evaluate", "check", "partition")) {
                String body = name.equals("evaluate") ? evaluate : "{}";
                RestRequest request =
                        request(Method.POST, "/pages/_ndd/x", body, Map.of("index", "pages"), Map.of("timeout", wrong));
                Exception e = expectThrows(
                        IllegalArgumentException.class,
                        () -> handler(name).handleRequest(request, null, verifyingClient));
                assertEquals("[timeout] must be a time such as [30s], but was [" + wrong + "]", e.getMessage());
            }
        }
    }

    @SafeVarargs
    private void dispatch(Method method, String path, String body, Map<String, String>... parameters) {
        RestRequest request = request(method, path, body, parameters);
        dispatchRequest(request);
        // Cancellable requests are tracked by their channel in a static map, which cluster tests in this JVM expect to
        // be empty.
        request.getHttpChannel().close();
    }

    @SafeVarargs
    private RestRequest request(Method method, String path, String body, Map<String, String>... parameters) {
        Map<String, String> all = new HashMap<>();
        List.of(parameters).forEach(all::putAll);
        FakeRestRequest.Builder builder = new FakeRestRequest.Builder(xContentRegistry())
                .withMethod(method)
                .withPath(path)
                .withParams(all);
        return (body == null ? builder : builder.withContent(new BytesArray(body), XContentType.JSON)).build();
    }

    private static <T> T last(List<T> list) {
        return list.get(list.size() - 1);
    }
}
