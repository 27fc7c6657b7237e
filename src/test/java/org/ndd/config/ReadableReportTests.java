package org.ndd.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;

public class ReadableReportTests extends ESTestCase {

    public void testAddsReadableFieldsOnRequest() throws Exception {
        Map<String, Object> phase = new LinkedHashMap<>();
        phase.put("phase", "decide");
        phase.put("remaining_in_millis", 90_000L);
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("start_time_in_millis", 1_700_000_000_000L);
        report.put("took", 12);
        report.put("phases", List.of(phase));
        report.put("last", Map.of("age_in_millis", 1500));
        assertEquals(
                "{\"start_time_in_millis\":1700000000000,\"took\":12,"
                        + "\"phases\":[{\"phase\":\"decide\",\"remaining_in_millis\":90000}],\"last\":{\"age_in_millis\":1500}}",
                written(report, false));
        assertEquals(
                "{\"start_time\":\"2023-11-14T22:13:20Z\",\"start_time_in_millis\":1700000000000,\"took\":12,"
                        + "\"phases\":[{\"phase\":\"decide\",\"remaining\":\"1.5m\",\"remaining_in_millis\":90000}],"
                        + "\"last\":{\"age\":\"1.5s\",\"age_in_millis\":1500}}",
                written(report, true));
    }

    public void testKeepsExistingReadableFields() throws Exception {
        Map<String, Object> checkpoint = new LinkedHashMap<>();
        checkpoint.put("timestamp", "2023-11-14T22:13:20.000Z");
        checkpoint.put("timestamp_in_millis", 1_700_000_000_000L);
        checkpoint.put("gone_in_millis", null);
        assertEquals(
                "{\"timestamp\":\"2023-11-14T22:13:20.000Z\",\"timestamp_in_millis\":1700000000000,\"gone_in_millis\":null}",
                written(checkpoint, true));
    }

    private static String written(Map<String, Object> report, boolean human) throws Exception {
        try (XContentBuilder builder = JsonXContent.contentBuilder().humanReadable(human)) {
            return Strings.toString(ReadableReport.write(builder, report));
        }
    }
}
