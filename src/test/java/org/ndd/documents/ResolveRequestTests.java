package org.ndd.documents;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.get.GetResult;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.BulkTaskReport;
import org.ndd.config.DocumentFields;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;
import org.ndd.documents.ResolveAction.Request.DuplicateRule;
import org.ndd.groups.ComparedDocument;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupNaming.StoredGroup;

/** Parsing, serialization, and the format of marks. */
public class ResolveRequestTests extends ESTestCase {

    private ResolveAction.Request parse(Operation operation, String body, double speed) throws IOException {
        try (XContentParser parser = body == null ? null : createParser(JsonXContent.jsonXContent, body)) {
            return ResolveAction.Request.parse(operation, new String[] {"pages"}, parser, true, speed, false);
        }
    }

    public void testDefaults() throws IOException {
        for (String body : new String[] {null, "{}"}) {
            ResolveAction.Request delete = parse(Operation.DELETE, body, -1);
            assertEquals(new DuplicateRule(Relation.SAME, 0, 0.9), delete.rule);
            assertNull("the field of the run", delete.field);
            assertNull(delete.dest);
            assertNull(delete.backup);
            assertEquals(new DuplicateRule(Relation.NEAR, 0, 0), parse(Operation.MARK, body, -1).rule);
        }
        assertEquals(
                "delete of duplicates in [pages]",
                parse(Operation.DELETE, null, -1).getDescription());
    }

    public void testOptions() throws IOException {
        ResolveAction.Request request = parse(Operation.DELETE, """
                { "target_field": "near", "dest": { "index": "groups" }, "backup": "kept", "min_relation": "near", "min_confidence": 0.25,
                  "containment": 0.5 }""", 7);
        assertEquals(Operation.DELETE, request.operation);
        assertEquals("near", request.field);
        assertEquals("groups", request.dest);
        assertEquals("kept", request.backup);
        assertEquals(new DuplicateRule(Relation.NEAR, 0.25, 0.5), request.rule);
        assertTrue(request.dryRun);
        assertFalse(request.waitForCompletion);
        assertArrayEquals(new String[] {"pages"}, request.indices());
    }

    private void assertRejected(Operation operation, String body, double speed, String message) {
        Exception e = expectThrows(Exception.class, () -> parse(operation, body, speed));
        assertEquals(body, RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        assertThat(cause.getMessage(), containsString(message));
    }

    public void testBadValues() {
        Map<String, String> rejected = new TreeMap<>();
        rejected.put(
                "{\"min_relation\": \"overlap\"}",
                "[min_relation] must be one of [same, near], as only these are duplicates, but was [overlap]");
        rejected.put("{\"min_confidence\": 1.5}", "[min_confidence] must be between [0] and [1], but was [1.5]");
        rejected.put("{\"containment\": -1}", "[containment] must be between [0] and [1], but was [-1.0]");
        rejected.put("{\"relation\": \"same\"}", "[delete] unknown field [relation]");
        rejected.put("{\"dry_run\": true}", "[dry_run] must be a parameter of the URL, but was [true] in the body");
        rejected.put("{\"target_field\": \"\"}", "[target_field] must be the name of a field, but was []");
        rejected.forEach((body, message) -> assertRejected(Operation.DELETE, body, -1, message));
        assertRejected(Operation.DELETE, "{}", 0, "[requests_per_second] must be at least [0.1], or [-1] for no limit");
        assertRejected(Operation.RESTORE, "{}", -1, "[backup] must be the name of the index of deleted documents");
        assertRejected(Operation.MARK, "{\"backup\": \"x\"}", -1, "[mark] unknown field [backup]");
        assertRejected(Operation.UNMARK, "{\"dest\": {\"index\": \"x\"}}", -1, "[unmark] unknown field [dest]");
    }

    public void testReport() throws IOException {
        Map<String, Object> document = Map.of("index", "pages", "id", "2", "status", 400);
        Map<String, Object> cause = Map.of("status", 500);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("state", "failed");
        fields.put("deleted", 3L);
        fields.put("skipped", List.of(Map.of("_index", "pages", "_id", "1", "reason", "version_conflicts")));
        fields.put("failures", List.of(document, cause));
        BulkTaskReport report = new BulkTaskReport(fields, RestStatus.INTERNAL_SERVER_ERROR);
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            report.writeTo(out);
            BulkTaskReport copy = new BulkTaskReport(out.bytes().streamInput());
            assertEquals(report, copy);
            assertEquals(List.copyOf(fields.keySet()), List.copyOf(copy.fields().keySet()));
        }
        BulkTaskReport counted = report.withoutDocuments();
        fields.put("skipped", List.of());
        fields.put("failures", List.of(cause));
        assertEquals(new BulkTaskReport(fields, report.status()), counted);
    }

    private static GroupDocument page(boolean canonical) {
        ComparedDocument page = new ComparedDocument("pages", null, new DocumentVersion("uuid", "1", 1, 1));
        ComparedDocument other = new ComparedDocument("pages", null, new DocumentVersion("uuid", "2", 2, 1));
        return GroupDocument.of(
                new StoredGroup("run", "g", "1", 2),
                page,
                Role.LEADER,
                canonical ? page : other,
                Verdict.EQUAL,
                List.of());
    }

    private static GetResponse found(long version, Map<String, Object> source) throws IOException {
        try (XContentBuilder json = JsonXContent.contentBuilder().map(source)) {
            return new GetResponse(new GetResult(
                    "pages", "1", 10 + version, 1, version, true, BytesReference.bytes(json), Map.of(), Map.of()));
        }
    }

    private static Map<String, Object> source(Map<String, Object> ndd) {
        return Map.of("x", 1, "a", Map.of("y", 2, "ndd", ndd));
    }

    public void testMarks() throws IOException {
        Marks marks = new Marks(new DocumentFields("a.ndd"));
        Map<String, Object> source = source(Map.of("text", "t"));
        Map<String, Object> duplicate = marks.addMarks(found(3, source), page(false));
        Map<String, Object> kept =
                Map.of("version", 4L, "index_uuid", "uuid", "id", "1", "seq_no", 13L, "primary_term", 1L);
        Map<String, Object> duplicateOf = Map.of("index", "pages", "id", "2");
        assertEquals(source(Map.of("text", "t", "group", "g", "duplicate_of", duplicateOf, "marked", kept)), duplicate);
        assertNull("already marked", marks.addMarks(found(4, duplicate), page(false)));
        Map<String, Object> canonical = marks.addMarks(found(4, duplicate), page(true));
        assertEquals(
                "marks keep the version before the first mark",
                source(Map.of(
                        "text",
                        "t",
                        "group",
                        "g",
                        "marked",
                        Map.of("version", 5L, "index_uuid", "uuid", "id", "1", "seq_no", 13L, "primary_term", 1L))),
                canonical);
        assertEquals(
                "a write between two marks is a change",
                source(Map.of(
                        "text",
                        "t",
                        "group",
                        "g",
                        "marked",
                        Map.of("version", 10L, "index_uuid", "uuid", "id", "1", "seq_no", 19L, "primary_term", 1L))),
                marks.addMarks(found(9, duplicate), page(true)));
        assertEquals(source, marks.removeMarks(canonical));
        assertEquals(source, marks.removeMarks(duplicate));
        assertNull(marks.removeMarks(source));
        Map<String, Object> computed = Map.of("x", 1);
        Map<String, Object> marked = marks.addMarks(found(3, computed), page(false));
        assertEquals(
                "an index that computes the fields has no object field in the source",
                "g",
                XContentMapValues.extractValue("a.ndd.group", marked));
        assertEquals("the object is removed together with the marks", computed, marks.removeMarks(marked));
        Map<String, Object> array = Map.of("a", List.of());
        IllegalArgumentException e =
                expectThrows(IllegalArgumentException.class, () -> marks.addMarks(found(3, array), page(false)));
        assertEquals("[target_field] must not be below an array of objects, but was [a.ndd]", e.getMessage());
        assertNull(marks.removeMarks(array));
    }
}
