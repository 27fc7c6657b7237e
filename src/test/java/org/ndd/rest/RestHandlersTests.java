package org.ndd.rest;

import static org.hamcrest.Matchers.arrayContaining;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.instanceOf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestRequest.Method;
import org.elasticsearch.test.rest.FakeRestRequest;
import org.elasticsearch.test.rest.RestActionTestCase;
import org.elasticsearch.xcontent.XContentType;
import org.junit.Before;
import org.ndd.analyze.AnalyzePageAction;
import org.ndd.analyze.AnalyzePageRequest;
import org.ndd.compare.CompareAction;
import org.ndd.compare.CompareRequest;
import org.ndd.template.DeleteTemplateAction;
import org.ndd.template.GetTemplateAction;
import org.ndd.template.TemplateRequest;

public class RestHandlersTests extends RestActionTestCase {

    private final List<String> actions = new ArrayList<>();
    private final List<ActionRequest> requests = new ArrayList<>();

    @Before
    public void registerHandlers() {
        controller().registerHandler(new RestAnalyzePageAction());
        controller().registerHandler(new RestCompareAction());
        controller().registerHandler(new RestTemplateAction());
        verifyingClient.setExecuteLocallyVerifier((action, request) -> {
            actions.add(action.name());
            requests.add(request);
            return AcknowledgedResponse.TRUE;
        });
    }

    public void testAnalyze() {
        for (Method method : List.of(Method.GET, Method.POST)) {
            dispatch(method, "/_ndd/analyze", "{\"text\":\"words\"}");
            assertEquals(AnalyzePageAction.TYPE.name(), last(actions));
            assertEquals("words", ((AnalyzePageRequest) last(requests)).input());
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

    public void testTemplates() {
        dispatch(Method.GET, "/pages/_ndd/templates/example.org", null);
        assertEquals(GetTemplateAction.TYPE.name(), last(actions));
        assertEquals(new TemplateRequest("pages", "example.org"), last(requests));
        dispatch(Method.DELETE, "/pages/_ndd/templates/example.org", null);
        assertEquals(DeleteTemplateAction.TYPE.name(), last(actions));
        assertEquals(new TemplateRequest("pages", "example.org"), last(requests));
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

    private void dispatch(Method method, String path, String body) {
        RestRequest request = request(method, path, body);
        dispatchRequest(request);
        // Cancellable requests are tracked by their channel, in a static map that cluster tests in this JVM want empty.
        request.getHttpChannel().close();
    }

    private RestRequest request(Method method, String path, String body) {
        FakeRestRequest.Builder builder = new FakeRestRequest.Builder(xContentRegistry())
                .withMethod(method)
                .withPath(path);
        return (body == null ? builder : builder.withContent(new BytesArray(body), XContentType.JSON)).build();
    }

    private static <T> T last(List<T> list) {
        return list.get(list.size() - 1);
    }
}
