package org.ndd.partition;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.elasticsearch.test.ESTestCase;
import org.ndd.partition.RunReports.BriefReport;

/** The fields of a brief report, and those that only the full report has. */
public class BriefReportTests extends ESTestCase {

    private static Map<String, Object> report(String state, int restarts) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("id", "run");
        report.put("state", state);
        report.put("documents", 7);
        report.put("comparisons", 9);
        report.put("duplicates", 2);
        report.put("nodes", List.of(Map.of("node", "n")));
        report.put("largest_groups", IntStream.range(0, between(4, 10)).boxed().toList());
        report.put("restarts", restarts);
        report.put("interruptions", List.of());
        report.put("phases", List.of(Map.of("phase", "pin")));
        report.put("parameters", Map.of("field", "ndd"));
        report.put("live", true);
        return report;
    }

    private static List<String> keys(Map<String, Object> report) {
        return new ArrayList<>(report.keySet());
    }

    public void testFields() {
        Map<String, Object> whole = report("completed", 0);
        Map<String, Object> brief = BriefReport.of(whole);
        assertEquals(List.of("id", "state", "documents", "duplicates", "largest_groups", "live"), keys(brief));
        assertEquals(List.of(0, 1, 2), brief.get("largest_groups"));
        assertEquals("the full report is unchanged", 12, whole.size());
        List<String> inTransit = List.of(
                "id",
                "state",
                "documents",
                "duplicates",
                "largest_groups",
                "restarts",
                "interruptions",
                "phases",
                "live");
        assertEquals(inTransit, keys(BriefReport.of(report("running", 0))));
        assertEquals(inTransit, keys(BriefReport.of(report("completed", 1))));
    }

    public void testFromUnparsedReport() throws Exception {
        PartitionReport report = TestRuns.record("alice").report();
        Map<String, Object> brief = BriefReport.of(report);
        assertEquals(report.id(), brief.get("id"));
        assertEquals(report.state().value(), brief.get("state"));
        assertTrue(brief.containsKey("duplicates"));
        assertFalse(brief.containsKey("parameters"));
    }
}
