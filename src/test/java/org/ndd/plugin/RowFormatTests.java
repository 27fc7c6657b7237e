package org.ndd.plugin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;

public class RowFormatTests extends ESTestCase {

    private static final RowFormat CSV = RowFormat.csv(List.of(List.of("a"), List.of("b", "c")));

    private static String csv(Object value) {
        String line = CSV.row().apply(Map.of("a", value));
        assertTrue(line, line.endsWith(",\r\n"));
        return line.substring(0, line.length() - 3);
    }

    public void testCsv() {
        assertEquals("a,b.c\r\n", CSV.header());
        assertEquals("1,x y\r\n", CSV.row().apply(Map.of("a", 1, "b", Map.of("c", "x y", "d", "z"))));
        assertEquals(",\r\n", CSV.row().apply(Map.of("b", "no object")));
        assertEquals("-0.5", csv(-0.5));
        assertEquals("true", csv(true));
        assertEquals("\"a,b\"", csv("a,b"));
        assertEquals("\"say \"\"a\"\"\"", csv("say \"a\""));
        assertEquals("\"two\nlines\"", csv("two\nlines"));
        assertEquals("\"[\"\"a\"\",\"\"b\"\"]\"", csv(List.of("a", "b")));
        assertEquals("\"{\"\"index\"\":\"\"pages\"\"}\"", csv(Map.of("index", "pages")));
        assertEquals("", csv(""));
    }

    public void testCsvEscapesFormulas() {
        for (String formula : List.of("=1+1", "+1", "-1", "@SUM(A1)", "\uFF1D1")) {
            assertEquals("'" + formula, csv(formula));
        }
        assertEquals("'\t=1", csv("\t=1"));
        assertEquals("\"'\r=1\"", csv("\r=1"));
        assertEquals(
                "\"'=HYPERLINK(\"\"https://example.org\"\",\"\"a\"\")\"",
                csv("=HYPERLINK(\"https://example.org\",\"a\")"));
        assertEquals("a=1", csv("a=1"));
        assertEquals(
                "'=1,'+2\r\n",
                RowFormat.csv(List.of(List.of("=1"), List.of("+2"))).header());
    }

    public void testNdjson() {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("_id", "two\nlines");
        row.put("fields", Map.of("lang", List.of("en")));
        assertEquals("", RowFormat.NDJSON.header());
        assertEquals(
                "{\"_id\":\"two\\nlines\",\"fields\":{\"lang\":[\"en\"]}}\n",
                RowFormat.NDJSON.row().apply(row));
    }

    public void testErrors() {
        Exception e = new ElasticsearchStatusException("no \"shard\"", RestStatus.SERVICE_UNAVAILABLE);
        assertEquals(
                "{\"error\":{\"type\":\"status_exception\",\"reason\":\"no \\\"shard\\\"\"},\"status\":503}\n",
                RowFormat.NDJSON.error().apply(e));
        assertEquals(
                "\"INCOMPLETE: the export failed with status 503: no \"\"shard\"\"\"\r\n",
                CSV.error().apply(e));
    }
}
