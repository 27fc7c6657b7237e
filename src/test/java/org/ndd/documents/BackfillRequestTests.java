package org.ndd.documents;

import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.bulk.BulkAction.BulkTaskRequest;
import org.ndd.bulk.BulkAction.BulkTaskResponse;
import org.ndd.bulk.BulkTask;
import org.ndd.bulk.BulkTaskAction;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.documents.BackfillAction.Request.BackfillOptions;
import org.ndd.documents.BackfillAction.Request.BackfillOptions.Conflicts;

/** Parsing, responses and serialization of backfill requests. */
public class BackfillRequestTests extends ESTestCase {

    private static final NamedWriteableRegistry QUERIES = new NamedWriteableRegistry(List.of(
            new NamedWriteableRegistry.Entry(QueryBuilder.class, MatchAllQueryBuilder.NAME, MatchAllQueryBuilder::new),
            new NamedWriteableRegistry.Entry(Task.Status.class, BulkTaskReport.NAME, BulkTaskReport::new)));

    @Override
    protected NamedXContentRegistry xContentRegistry() {
        return new NamedXContentRegistry(List.of(new NamedXContentRegistry.Entry(
                QueryBuilder.class,
                new ParseField(MatchAllQueryBuilder.NAME),
                p -> MatchAllQueryBuilder.fromXContent(p))));
    }

    private BackfillAction.Request parse(String body, BackfillOptions options) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            return BackfillAction.Request.parse(new String[] {"pages"}, parser, options, true);
        }
    }

    private static BackfillOptions randomOptions() {
        return new BackfillOptions(
                randomBoolean() ? null : "pipeline",
                randomFrom(Conflicts.values()),
                between(0, 32),
                between(1, 10_000),
                randomBoolean() ? Double.POSITIVE_INFINITY : randomDoubleBetween(0.1, 1000, true),
                randomBoolean());
    }

    public void testDefaults() throws IOException {
        BackfillAction.Request request =
                BackfillAction.Request.parse(new String[] {"pages"}, null, BackfillOptions.DEFAULT, false);
        assertEquals("ndd", request.field);
        assertNull(request.query);
        assertTrue(request.outdated);
        assertFalse(request.waitForCompletion);
        assertEquals("backfill of [pages][ndd]", request.getDescription());
    }

    public void testBody() throws IOException {
        BackfillAction.Request request = parse(
                "{\"target_field\": \"dup\", \"outdated\": false, \"query\": {\"match_all\": {}}}", randomOptions());
        assertEquals("dup", request.field);
        assertFalse(request.outdated);
        assertEquals(new MatchAllQueryBuilder(), request.query);
    }

    public void testRejectsInvalidOptions() {
        assertWrong(
                "{\"target_feld\": \"ndd\"}",
                "[1:2] [backfill] unknown field [target_feld] did you mean [target_field]?");
        assertWrong("{\"target_field\": \"\"}", "[target_field] must be the name of a field, but was []");
        for (String slices : List.of("0", "-1", "x")) {
            assertWrong(
                    () -> BackfillOptions.slices(slices),
                    "[slices] must be [auto] or between [1] and [32], but was [" + slices + "]");
        }
        assertWrong(
                () -> new BackfillOptions(null, Conflicts.ABORT, 33, 1, 1, true),
                "[slices] must be [auto] or between [1] and [32], but was [33]");
        for (int size : List.of(0, 10_001)) {
            assertWrong(
                    () -> new BackfillOptions(null, Conflicts.ABORT, 1, size, 1, true),
                    "[batch_size] must be between [1] and [10000], but was [" + size + "]");
        }
        for (float speed : List.of(0f, -2f, 0.05f)) {
            assertWrong(
                    () -> BulkTaskRequest.typedSpeed(speed),
                    "[requests_per_second] must be at least [0.1], or [-1] for no limit, but was [" + speed + "]");
        }
        assertWrong(() -> Conflicts.of("ignore"), "[conflicts] must be one of [proceed, abort], but was [ignore]");
    }

    public void testParsesOptionValues() {
        assertEquals(BackfillOptions.AUTO_SLICES, BackfillOptions.slices("auto"));
        assertEquals(7, BackfillOptions.slices("7"));
        assertEquals(Double.POSITIVE_INFINITY, BulkTaskRequest.typedSpeed(-1), 0);
        assertEquals(0.5, BulkTaskRequest.typedSpeed(0.5f), 0);
        assertEquals(Conflicts.ABORT, Conflicts.of("abort"));
    }

    private void assertWrong(String body, String message) {
        Exception e = expectThrows(IllegalArgumentException.class, () -> parse(body, BackfillOptions.DEFAULT));
        assertThat(e.getMessage(), equalTo(message));
    }

    private static void assertWrong(ThrowingRunnable wrong, String message) {
        assertThat(expectThrows(IllegalArgumentException.class, wrong).getMessage(), equalTo(message));
    }

    public void testRequestSerialization() throws IOException {
        TaskId id = new TaskId("node", 5);
        BulkTaskAction.Request rethrottle = copyWriteable(
                BulkTaskAction.Request.rethrottle(BulkTask.Kind.MARK, id, 5), QUERIES, BulkTaskAction.Request::new);
        assertEquals(id, rethrottle.getTargetTaskId());
        assertEquals(5, rethrottle.requestsPerSecond, 0);
        assertNull(copyWriteable(
                        BulkTaskAction.Request.cancel(BulkTask.Kind.MARK, id), QUERIES, BulkTaskAction.Request::new)
                .requestsPerSecond);
        assertWrong(
                () -> BulkTaskAction.Request.rethrottle(BulkTask.Kind.MARK, id, 0.01),
                "[requests_per_second] must be at least [0.1], or [-1] for no limit, but was [0.01]");
    }

    public void testXContent() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("state", "completed");
        fields.put("requests_per_second", -1.0);
        fields.put("retries", new TreeMap<>(Map.of("bulk", 6L, "search", 7L)));
        BulkTaskReport report = new BulkTaskReport(fields, RestStatus.BAD_REQUEST);
        String printed = "{\"state\":\"completed\",\"requests_per_second\":-1.0,\"retries\":{\"bulk\":6,\"search\":7}}";
        assertEquals(printed, Strings.toString(report));
        assertEquals(printed, Strings.toString(new BulkTaskResponse(report)));
        assertEquals("{\"task\":\"node:5\"}", Strings.toString(new BulkTaskResponse(new TaskId("node", 5))));
        assertEquals(400, new BulkTaskResponse(report).status().getStatus());
        assertEquals(200, new BulkTaskResponse(new TaskId("node", 5)).status().getStatus());
    }
}
