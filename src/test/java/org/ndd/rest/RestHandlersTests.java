package org.ndd.rest;

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
import org.elasticsearch.xcontent.XContentType;
import org.junit.Before;
import org.ndd.analyze.AnalyzePageAction;
import org.ndd.analyze.AnalyzePageRequest;
import org.ndd.backfill.BackfillAction;
import org.ndd.backfill.BackfillOptions;
import org.ndd.backfill.BackfillOptions.Conflicts;
import org.ndd.backfill.BackfillRequest;
import org.ndd.boilerplate.BoilerplateRequest;
import org.ndd.boilerplate.DeleteBoilerplateAction;
import org.ndd.boilerplate.GetBoilerplateAction;
import org.ndd.bulk.JobKind;
import org.ndd.bulk.JobResponse;
import org.ndd.bulk.JobTasksAction;
import org.ndd.bulk.JobTasksAction.Operation;
import org.ndd.check.CheckAction;
import org.ndd.check.CheckRequest;
import org.ndd.compare.CompareAction;
import org.ndd.compare.CompareRequest;
import org.ndd.continuous.CheckpointAction;
import org.ndd.continuous.ContinuousAction;
import org.ndd.continuous.ContinuousRequest;
import org.ndd.continuous.DeleteContinuousAction;
import org.ndd.continuous.GetContinuousAction;
import org.ndd.continuous.JobIdRequest;
import org.ndd.continuous.StartContinuousAction;
import org.ndd.continuous.StopContinuousAction;
import org.ndd.evaluate.EvaluateAction;
import org.ndd.evaluate.EvaluateRequest;
import org.ndd.partition.DeletePartitionAction;
import org.ndd.partition.GetPartitionAction;
import org.ndd.partition.PublishPartitionAction;
import org.ndd.partition.RunIdRequest;
import org.ndd.resolve.ResolveAction;
import org.ndd.resolve.ResolveRequest;

public class RestHandlersTests extends RestActionTestCase {

    private final List<String> actions = new ArrayList<>();
    private final List<ActionRequest> requests = new ArrayList<>();

    @Before
    public void registerHandlers() {
        controller().registerHandler(new RestAnalyzePageAction());
        controller().registerHandler(new RestBackfillAction());
        for (JobKind kind : JobKind.values()) {
            controller().registerHandler(new RestJobTasksAction(kind));
        }
        controller().registerHandler(new RestCompareAction());
        controller().registerHandler(new RestEvaluateAction());
        controller().registerHandler(new RestCheckAction());
        controller().registerHandler(new RestBoilerplateAction());
        controller().registerHandler(new RestResolveAction());
        controller().registerHandler(new RestPartitionRunAction());
        controller().registerHandler(new RestContinuousAction());
        controller().registerHandler(new RestContinuousJobAction());
        verifyingClient.setExecuteLocallyVerifier(this::keep);
        verifyingClient.setExecuteVerifier(this::keep);
    }

    private ActionResponse keep(ActionType<?> action, ActionRequest request) {
        actions.add(action.name());
        requests.add(request);
        return action == BackfillAction.TYPE ? new JobResponse<>(new TaskId("node", 1)) : AcknowledgedResponse.TRUE;
    }

    public void testAnalyze() {
        for (Method method : List.of(Method.GET, Method.POST)) {
            dispatch(method, "/_ndd/analyze", "{\"text\":\"words\"}");
            assertEquals(AnalyzePageAction.TYPE.name(), last(actions));
            assertEquals(
                    "words",
                    ((AnalyzePageRequest) last(requests)).page().parts().get(0));
        }
    }

    public void testCompare() {
        for (Method method : List.of(Method.GET, Method.POST)) {
            String body = "{\"a\":{\"_id\":\"1\"},\"b\":{\"_index\":\"other\",\"_id\":\"2\"}}";
            dispatch(method, "/pages/_ndd/compare", body);
            assertEquals(CompareAction.TYPE.name(), last(actions));
            assertThat(((CompareRequest) last(requests)).indices(), arrayContaining("pages", "other"));
            dispatch(method, "/_ndd/compare", body);
            assertThat(((CompareRequest) last(requests)).indices(), arrayContaining("other"));
        }
    }

    public void testStatus() {
        for (Method method : List.of(Method.GET, Method.POST)) {
            dispatch(method, "/pages/_ndd/check", "{\"ids\":[\"1\"]}");
            assertEquals(CheckAction.TYPE.name(), last(actions));
            assertThat(((CheckRequest) last(requests)).indices(), arrayContaining("pages"));
        }
    }

    public void testADeletionIsADryRunUnlessToldOtherwise() {
        dispatch(Method.POST, "/a,b/_ndd/delete", null);
        assertEquals(ResolveAction.NAME, last(actions));
        ResolveRequest request = (ResolveRequest) last(requests);
        assertEquals(ResolveAction.Operation.DELETE, request.operation());
        assertThat(request.indices(), arrayContaining("a", "b"));
        assertTrue(request.dryRun());
        assertTrue(request.waitForCompletion());
        dispatch(
                Method.POST,
                "/a/_ndd/delete",
                "{\"containment\":0.5}",
                Map.of("dry_run", "false", "wait_for_completion", "false"));
        request = (ResolveRequest) last(requests);
        assertFalse(request.dryRun());
        assertFalse(request.waitForCompletion());
        assertEquals(0.5, request.rule().containment(), 0);
        dispatch(Method.POST, "/delete/_ndd/mark", null);
        request = (ResolveRequest) last(requests);
        assertEquals(ResolveAction.Operation.MARK, request.operation());
        assertFalse(request.dryRun());
        dispatch(Method.POST, "/a/_ndd/mark/_undo", null);
        assertEquals(ResolveAction.Operation.UNMARK, ((ResolveRequest) last(requests)).operation());
        dispatch(Method.POST, "/a/_ndd/delete/_undo", "{\"backup\":\"kept\"}");
        assertEquals(ResolveAction.Operation.RESTORE, ((ResolveRequest) last(requests)).operation());
    }

    public void testRuns() {
        dispatch(Method.GET, "/_ndd/partition", null, Map.of("size", "5", "live", "true"));
        assertEquals(GetPartitionAction.NAME, last(actions));
        dispatch(Method.POST, "/_ndd/partition/x/_publish", null);
        assertEquals(PublishPartitionAction.NAME, last(actions));
        assertEquals("x", ((RunIdRequest) last(requests)).id());
        dispatch(Method.DELETE, "/_ndd/partition/x", null, Map.of("force", "true"));
        assertEquals(DeletePartitionAction.NAME, last(actions));
    }

    public void testContinuousJobs() {
        dispatch(Method.POST, "/a,b/_ndd/continuous", "{\"frequency\":\"5m\",\"dest\":{\"index\":\"d\"}}");
        assertEquals(ContinuousAction.NAME, last(actions));
        ContinuousRequest request = (ContinuousRequest) last(requests);
        assertThat(request.indices(), arrayContaining("a", "b"));
        assertEquals("5m", request.frequency().getStringRep());
        assertEquals("d", request.partition().dest());
        dispatch(Method.POST, "/a/_ndd/continuous", null, Map.of("requests_per_second", "5", "timeout", "3m"));
        request = (ContinuousRequest) last(requests);
        assertEquals(5, request.partition().options().requestsPerSecond(), 0);
        assertEquals("3m", request.partition().timeout().getStringRep());
        Map<String, String> actionsOfJobs = Map.of(
                "_stop", StopContinuousAction.NAME,
                "_start", StartContinuousAction.NAME,
                "_run", CheckpointAction.NAME);
        actionsOfJobs.forEach((path, name) -> {
            dispatch(Method.POST, "/_ndd/continuous/x/" + path, null);
            assertEquals(name, last(actions));
            assertEquals("x", ((JobIdRequest) last(requests)).id());
        });
        dispatch(Method.POST, "/_ndd/continuous/x/_run", null);
        assertTrue(((CheckpointAction.Request) last(requests)).waitForCompletion());
        dispatch(Method.POST, "/_ndd/continuous/x/_run", null, Map.of("wait_for_completion", "false"));
        assertFalse(((CheckpointAction.Request) last(requests)).waitForCompletion());
        dispatch(Method.GET, "/_ndd/continuous/x", null);
        assertEquals(GetContinuousAction.NAME, last(actions));
        assertEquals("x", ((JobIdRequest) last(requests)).id());
        dispatch(Method.GET, "/_ndd/continuous", null);
        assertNull(((JobIdRequest) last(requests)).id());
        dispatch(Method.DELETE, "/_ndd/continuous/x", null);
        assertEquals(DeleteContinuousAction.NAME, last(actions));
    }

    public void testEvaluate() {
        for (Method method : List.of(Method.GET, Method.POST)) {
            String pair = "{\"a\":\"1\",\"b\":\"2\",\"duplicate\":true}";
            dispatch(method, "/pages/_ndd/evaluate", "{\"pairs\":[" + pair + "]}");
            assertEquals(EvaluateAction.TYPE.name(), last(actions));
            assertThat(((EvaluateRequest) last(requests)).indices(), arrayContaining("pages"));
            assertNull(((EvaluateRequest) last(requests)).validate());
        }
    }

    public void testBackfill() {
        dispatch(Method.POST, "/a,b/_ndd/backfill", null);
        assertEquals(BackfillAction.NAME, last(actions));
        assertThat(((BackfillRequest) last(requests)).indices(), arrayContaining("a", "b"));
        assertEquals(BackfillOptions.DEFAULT, ((BackfillRequest) last(requests)).options());
        assertTrue(((BackfillRequest) last(requests)).waitForCompletion());
        dispatch(
                Method.POST,
                "/a/_ndd/backfill",
                "{\"outdated\":false}",
                Map.of("pipeline", "p", "conflicts", "abort", "slices", "auto", "batch_size", "7"),
                Map.of("requests_per_second", "2.5", "refresh", "true", "wait_for_completion", "false"));
        BackfillRequest request = (BackfillRequest) last(requests);
        assertEquals(new BackfillOptions("p", Conflicts.ABORT, 0, 7, 2.5, true), request.options());
        assertFalse(request.waitForCompletion());
        assertFalse(request.outdated());
    }

    public void testJobsThatAreRunning() {
        for (JobKind kind : JobKind.values()) {
            String path = "/a/_ndd/" + kind.path();
            dispatch(Method.GET, path, null);
            assertEquals(Operation.SHOW, ((JobTasksAction.Request) last(requests)).operation());
            dispatch(Method.POST, path + "/_cancel", null);
            assertEquals(Operation.CANCEL, ((JobTasksAction.Request) last(requests)).operation());
            dispatch(Method.POST, path + "/_rethrottle", null, Map.of("requests_per_second", "-1"));
            JobTasksAction.Request rethrottle = (JobTasksAction.Request) last(requests);
            assertEquals(kind, rethrottle.kind());
            assertEquals(Operation.RETHROTTLE, rethrottle.operation());
            assertEquals(Double.POSITIVE_INFINITY, rethrottle.requestsPerSecond(), 0);
            assertEquals(JobTasksAction.NAME, last(actions));
            RestRequest without = request(Method.POST, path + "/_rethrottle", null);
            Exception e = expectThrows(
                    Exception.class, () -> new RestJobTasksAction(kind).handleRequest(without, null, verifyingClient));
            assertEquals("[requests_per_second] must be -1 or a number, but was missing", e.getMessage());
        }
    }

    public void testBoilerplate() {
        dispatch(Method.GET, "/pages/_ndd/boilerplate/example.org", null);
        assertEquals(GetBoilerplateAction.TYPE.name(), last(actions));
        assertEquals(new BoilerplateRequest("pages", "example.org"), last(requests));
        dispatch(Method.DELETE, "/pages/_ndd/boilerplate/example.org", null);
        assertEquals(DeleteBoilerplateAction.TYPE.name(), last(actions));
        assertEquals(new BoilerplateRequest("pages", "example.org"), last(requests));
    }

    public void testNoBodyIsAClearError() {
        for (String path : List.of("/_ndd/analyze", "/_ndd/compare")) {
            RestRequest request = request(Method.POST, path, null);
            Exception e = expectThrows(
                    Exception.class,
                    () -> (path.endsWith("analyze") ? new RestAnalyzePageAction() : new RestCompareAction())
                            .handleRequest(request, null, verifyingClient));
            assertThat(e.getMessage(), containsString("request body or source parameter is required"));
        }
    }

    public void testUnknownParameterIsRefused() {
        RestRequest request = new FakeRestRequest.Builder(xContentRegistry())
                .withMethod(Method.POST)
                .withPath("/_ndd/analyze")
                .withParams(new HashMap<>(Map.of("sorce", "x")))
                .withContent(new BytesArray("{\"text\":\"x\"}"), XContentType.JSON)
                .build();
        Exception e = expectThrows(
                Exception.class, () -> new RestAnalyzePageAction().handleRequest(request, null, verifyingClient));
        assertThat(e, instanceOf(IllegalArgumentException.class));
        assertThat(e.getMessage(), containsString("contains unrecognized parameter: [sorce]"));
    }

    public void testATimeThatIsNoneIsNamed() {
        String evaluate = "{\"pairs\":[{\"a\":\"1\",\"b\":\"2\",\"duplicate\":true}]}";
        for (String wrong : List.of("ndd", "pages", "10", "-5s", "s", "1x", "")) {
            for (BaseRestHandler handler :
                    List.of(new RestEvaluateAction(), new RestCheckAction(), new RestPartitionAction())) {
                String body = handler instanceof RestEvaluateAction ? evaluate : "{}";
                RestRequest request =
                        request(Method.POST, "/pages/_ndd/x", body, Map.of("index", "pages"), Map.of("timeout", wrong));
                Exception e = expectThrows(
                        IllegalArgumentException.class, () -> handler.handleRequest(request, null, verifyingClient));
                assertEquals("[timeout] must be a time such as [30s], but was [" + wrong + "]", e.getMessage());
            }
        }
    }

    @SafeVarargs
    private void dispatch(Method method, String path, String body, Map<String, String>... parameters) {
        RestRequest request = request(method, path, body, parameters);
        dispatchRequest(request);
        // Cancellable requests are tracked by their channel, in a static map that cluster tests in this JVM want empty.
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
