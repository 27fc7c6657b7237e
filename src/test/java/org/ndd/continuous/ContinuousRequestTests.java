package org.ndd.continuous;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.partition.PartitionRequest;

/** Reading requests for continuous jobs. */
public class ContinuousRequestTests extends ESTestCase {

    private ContinuousRequest parse(String body) throws IOException {
        String[] indices = {"a", "b*"};
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            return ContinuousRequest.parse(indices, parser, 5, TimeValue.timeValueMinutes(3));
        }
    }

    public void testDefaults() throws IOException {
        ContinuousRequest request =
                ContinuousRequest.parse(new String[] {"a"}, null, -1, PartitionRequest.DEFAULT_TIMEOUT);
        assertEquals(TimeValue.timeValueSeconds(60), request.frequency());
        assertNull(request.from());
        PartitionRequest run = PartitionRequest.parse(new String[] {"a"}, null, false);
        assertEquals(run.options(), request.partition().options());
        assertEquals(run.publication(), request.partition().publication());
        assertNull(request.partition().dest());
        assertEquals("[a]", List.of(request.indices()).toString());
    }

    public void testWhatRunsAreAskedToDo() throws IOException {
        ContinuousRequest request =
                parse("{\"frequency\": \"5m\", \"keep_changes\": \"7d\", \"from\": \"x\", \"preset\": \"strict\","
                        + " \"dest\": {\"index\": \"d\"}, \"keep\": 7, \"field\": \"f\", \"canonical\": [\"_id\"]}");
        for (ContinuousRequest one : List.of(request, overTheWire(request))) {
            assertEquals(TimeValue.timeValueMinutes(5), one.frequency());
            assertEquals(TimeValue.timeValueDays(7), one.keepChanges());
            assertEquals("x", one.from());
            assertEquals("a,b*", Strings.arrayToCommaDelimitedString(one.indices()));
            PartitionRequest run = one.partition();
            assertEquals("a,b*", Strings.arrayToCommaDelimitedString(run.indices()));
            assertEquals("d", run.dest());
            assertEquals(7, run.publication().keep());
            assertEquals("f", run.options().field());
            assertEquals("_id", run.options().canonicals().rules().get(0).name());
            assertEquals(5, run.options().requestsPerSecond(), 0);
            assertEquals(TimeValue.timeValueMinutes(3), run.timeout());
            assertFalse(run.waitForCompletion());
        }
    }

    private static ContinuousRequest overTheWire(ContinuousRequest request) throws IOException {
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            request.writeTo(out);
            try (StreamInput in = out.bytes().streamInput()) {
                return new ContinuousRequest(in);
            }
        }
    }

    /** Security replaces the indices of what it lets through; what a job keeps is what the user wrote. */
    public void testTheIndicesOfRunsStayAsTheyWereWritten() throws IOException {
        ContinuousRequest request = parse("{}");
        request.indices("b1");
        assertEquals(
                "a,b*", Strings.arrayToCommaDelimitedString(request.partition().indices()));
        PartitionRequest run = request.partition().ofJob();
        run.indices("b2");
        assertEquals(
                "a,b*", Strings.arrayToCommaDelimitedString(request.partition().indices()));
        assertEquals(TimeValue.timeValueMinutes(3), run.timeout());
    }

    public void testBadValues() {
        refused("{\"frequency\": \"999ms\"}", "[frequency] must be a time between [1s] and [1h], but was [999ms]");
        refused("{\"frequency\": \"61m\"}", "[frequency] must be a time between [1s] and [1h], but was [61m]");
        refused("{\"frequency\": \"-1\"}", "[frequency] must be a time between [1s] and [1h], but was [-1]");
        refused("{\"frequency\": \"often\"}", "[frequency] must be a time between [1s] and [1h], but was [often]");
        refused("{\"keep_changes\": \"59m\"}", "[keep_changes] must be a time of at least [1h], but was [59m]");
        refused("{\"keep_changes\": \"-1\"}", "[keep_changes] must be a time of at least [1h], but was [-1]");
        refused("{\"keep_changes\": \"ever\"}", "[keep_changes] must be a time of at least [1h], but was [ever]");
        refused("{\"dry_run\": true}", "[dry_run] must be [false] for a continuous job, but was [true]");
        refused("{\"singletons\": true}", "[singletons] must be [false] for a continuous job, but was [true]");
        refused("{\"publish\": false}", "[publish] must be [true] for a continuous job, but was [false]");
        refused("{\"sample\": 0.5}", "[sample] must be [1] unless [dry_run] is [true], but was [0.5]");
        refused("{\"keep\": -1}", "[keep] must be between [0] and [1000], but was [-1]");
    }

    private void refused(String body, String message) {
        Exception e = expectThrows(IllegalArgumentException.class, () -> parse(body));
        assertEquals(message, e.getMessage());
    }
}
