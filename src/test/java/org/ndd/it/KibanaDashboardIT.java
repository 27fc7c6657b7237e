package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.startsWith;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.xcontent.XContentFactory;
import org.junit.After;
import org.junit.Before;

/**
 * Executes the aggregations of the Kibana dashboard on a real node after two real runs: with the same indices and queries that Kibana
 * derives from a visualization. The fields must exist in the index of a run.
 */
public class KibanaDashboardIT extends NddRestTestCase {

    private static final String STORY =
            "The harbour of %1$s was closed because of the storm. Ships wait in the bay of %1$s until the wind goes down. "
                    + "The mayor of %1$s thanked everybody who had helped to bring the boats ashore before the evening. "
                    + "Nobody was hurt in %1$s, but the roof of the market hall has been lost to the sea. %2$s";

    private final Map<String, SavedObject> objects = new HashMap<>();
    private final List<String> runs = new ArrayList<>();

    private static TextResponse requestOf(String method, String endpoint, Map<String, ?> body) throws IOException {
        return request(
                method, endpoint, Strings.toString(XContentFactory.jsonBuilder().map(body)));
    }

    private void index(String town, int copy, String end) throws IOException {
        String text = String.format(Locale.ROOT, STORY, town, end);
        Map<String, Object> page = Map.of("text", text, "url", "https://site-" + copy + ".example.net/" + town);
        requestOf("PUT", "/pages/_doc/" + town + "-" + copy + "?pipeline=kibana&refresh=true", page);
    }

    /** Names of runs are ordered by time with a resolution of seconds, by a cached clock of the node that may be slightly late. */
    private void waitForNextSecond() throws Exception {
        DateTimeFormatter seconds =
                DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);
        String last = runs.get(runs.size() - 1);
        assertSoon(() ->
                assertThat(last, not(containsString(seconds.format(Instant.now().minusMillis(500))))));
    }

    private void run() throws IOException {
        runs.add((String) request("POST", "/pages/_ndd/partition?wait_for_completion=true", null)
                .get("id"));
    }

    /** Three copies of one story, two of another, one of which has an additional line; then one more copy, and a second run. */
    @Before
    public void findDuplicates() throws Exception {
        for (SavedObject object : SavedObject.read(KibanaDashboardTests.FILE)) {
            objects.put(object.name(), object);
        }
        requestOf(
                "PUT",
                "/_ingest/pipeline/kibana",
                Map.of("processors", List.of(Map.of("near_dup", Map.of("field", "text", "url_field", "url")))));
        requestOf("PUT", "/pages", Map.of("mappings", Map.of("properties", Map.of("ndd", Map.of("type", "near_dup")))));
        for (int copy = 1; copy <= 3; copy++) {
            index("Lisbon", copy, "That is all.");
        }
        index("Bergen", 1, "That is all.");
        run();
        index("Bergen", 2, "More on this on the pages of the region.");
        waitForNextSecond();
        run();
    }

    @After
    public void removePipeline() throws IOException {
        delete("/pages", "/_ingest/pipeline/kibana");
    }

    private String indices(SavedObject visualization) {
        String view = visualization.references().get("kibanaSavedObjectMeta.searchSourceJSON.index");
        return (String) objects.get(view).attributes().get("title");
    }

    private static Map<String, Object> query(Object value) {
        Map<String, Object> query = SavedObject.map(value);
        assertEquals("lucene", query.get("language"));
        String text = (String) query.get("query");
        return Map.of("query_string", Map.of("query", text.isEmpty() ? "*" : text));
    }

    /** The aggregation that Kibana creates from one of a visualization. */
    private static Map<String, Object> aggregation(Map<String, Object> agg) {
        Map<String, Object> parameters = SavedObject.map(agg.get("params"));
        String type = (String) agg.get("type");
        Map<String, Object> body = new LinkedHashMap<>();
        switch (type) {
            case "filters" -> {
                Map<String, Object> filters = new LinkedHashMap<>();
                for (Object filter : (List<?>) parameters.get("filters")) {
                    Map<String, Object> one = SavedObject.map(filter);
                    filters.put((String) one.get("label"), query(one.get("input")));
                }
                body.put("filters", filters);
            }
            case "terms" -> {
                Object by = parameters.get("orderBy");
                body.put("field", parameters.get("field"));
                body.put("size", parameters.get("size"));
                body.put("order", Map.of(by.equals("1") ? "_count" : by.toString(), parameters.get("order")));
            }
            case "histogram" -> {
                body.put("field", parameters.get("field"));
                body.put("interval", parameters.get("interval"));
                body.put("extended_bounds", parameters.get("extended_bounds"));
            }
            case "range" -> {
                body.put("field", parameters.get("field"));
                body.put("ranges", parameters.get("ranges"));
            }
            case "max" -> body.put("field", parameters.get("field"));
            default -> fail("unsupported aggregation: " + type);
        }
        return new LinkedHashMap<>(Map.of(type, body));
    }

    /** Nests the buckets of a visualization, with any metric other than the count in the innermost one. */
    private TextResponse search(String name) throws IOException {
        SavedObject visualization = objects.get("visualization:" + name);
        Map<String, Object> metrics = new LinkedHashMap<>();
        List<Map<String, Object>> buckets = new ArrayList<>();
        for (Map<String, Object> agg : visualization.aggregations()) {
            if (agg.get("schema").equals("metric") == false) {
                buckets.add(agg);
            } else if (agg.get("type").equals("count") == false) {
                metrics.put((String) agg.get("id"), aggregation(agg));
            }
        }
        Map<String, Object> inner = metrics;
        for (int i = buckets.size() - 1; i >= 0; i--) {
            Map<String, Object> bucket = aggregation(buckets.get(i));
            if (metrics.isEmpty() == false) {
                orderByMetric(bucket);
            }
            Map<String, Object> within = new LinkedHashMap<>(metrics);
            within.putAll(inner);
            if (within.isEmpty() == false) {
                bucket.put("aggs", within);
            }
            inner = new LinkedHashMap<>(Map.of((String) buckets.get(i).get("id"), bucket));
        }
        List<Object> filters = new ArrayList<>();
        filters.add(query(visualization.search().get("query")));
        for (Object filter : (List<?>) visualization.search().get("filter")) {
            filters.add(SavedObject.map(filter).get("query"));
        }
        Map<String, Object> body = Map.of("size", 0, "query", Map.of("bool", Map.of("filter", filters)), "aggs", inner);
        // as Kibana searches if a data view allows hidden indices
        String view = visualization.references().get("kibanaSavedObjectMeta.searchSourceJSON.index");
        Object hidden = objects.get(view).attributes().get("allowHidden");
        String parameters = Boolean.TRUE.equals(hidden) ? "?expand_wildcards=all" : "";
        return requestOf("POST", "/" + indices(visualization) + "/_search" + parameters, body);
    }

    private static void orderByMetric(Map<String, Object> bucket) {
        Map<String, Object> terms = SavedObject.map(bucket.get("terms"));
        if (terms != null) {
            Map<String, Object> order = new LinkedHashMap<>(SavedObject.map(terms.get("order")));
            Object count = order.remove("_count");
            if (count != null) {
                order.put("1", count);
            }
            terms.put("order", order);
        }
    }

    private static List<Map<String, Object>> buckets(TextResponse response, String path) {
        List<Map<String, Object>> buckets = new ArrayList<>();
        ((List<?>) response.get(path + ".buckets")).forEach(bucket -> buckets.add(SavedObject.map(bucket)));
        return buckets;
    }

    private static Map<Object, Object> counts(TextResponse response, String path) {
        Map<Object, Object> counts = new LinkedHashMap<>();
        buckets(response, path).forEach(bucket -> counts.put(bucket.get("key"), bucket.get("doc_count")));
        counts.values().removeIf(count -> count.equals(0));
        return counts;
    }

    /** Each field of a panel exists in its indices and can be aggregated. */
    public void testFieldsExist() throws IOException {
        int seen = 0;
        for (SavedObject object : objects.values()) {
            if (object.type().equals("visualization") == false
                    || object.references().isEmpty()) {
                continue;
            }
            TextResponse fields =
                    request("GET", "/" + indices(object) + "/_field_caps?fields=*&expand_wildcards=all", null);
            Map<String, Object> known = SavedObject.map(fields.map().get("fields"));
            for (Map<String, Object> agg : object.aggregations()) {
                Object field = SavedObject.map(agg.get("params")).get("field");
                if (field != null) {
                    Map<String, Object> types = SavedObject.map(known.get(field));
                    assertNotNull(object.name() + " has [" + field + "]", types);
                    assertThat("the same type in all indices", types.keySet(), hasSize(1));
                    types.values()
                            .forEach(type -> assertEquals(
                                    field + "", true, SavedObject.map(type).get("aggregatable")));
                    seen++;
                }
            }
        }
        assertThat(seen, greaterThan(6));
    }

    public void testNumbers() throws IOException {
        TextResponse numbers = search("ndd-numbers");
        assertEquals(2, numbers.get("aggregations.2.buckets.Groups.doc_count"));
        assertEquals(5, numbers.get("aggregations.2.buckets.Documents in groups.doc_count"));
        assertEquals(3, numbers.get("aggregations.2.buckets.Duplicates: same or near.doc_count"));
        assertEquals(0, numbers.get("aggregations.2.buckets.Not near their canonical document.doc_count"));
    }

    public void testGroups() throws IOException {
        assertEquals(Map.of("2.0-3.0", 1, "3.0-4.0", 1), counts(search("ndd-sizes"), "aggregations.2"));
        TextResponse largest = search("ndd-largest");
        List<Map<String, Object>> rows = buckets(largest, "aggregations.2");
        assertThat(rows, hasSize(2));
        assertEquals(3.0, SavedObject.map(rows.get(0).get("1")).get("value"));
        assertThat((String) rows.get(0).get("key"), startsWith("Lisbon-"));
        Map<String, Object> canonicals = SavedObject.map(rows.get(0).get("3"));
        assertThat(
                (String) SavedObject.map(((List<?>) canonicals.get("buckets")).get(0))
                        .get("key"),
                startsWith("Lisbon-"));
    }

    public void testRelationsAndConfidence() throws IOException {
        Map<Object, Object> relations = counts(search("ndd-relations"), "aggregations.2");
        assertEquals(
                relations.toString(),
                3,
                relations.values().stream().mapToInt(n -> (int) n).sum());
        assertEquals("equal texts", 2, relations.get("same"));
        TextResponse confidence = search("ndd-confidence");
        Map<Object, Object> shown = counts(confidence, "aggregations.2");
        assertEquals(3, shown.values().stream().mapToInt(n -> (int) n).sum());
        assertEquals("equal texts have full confidence", 2, shown.get(1.0));
        assertThat("empty buckets are included", buckets(confidence, "aggregations.2"), hasSize(21));
    }

    /** Three documents are duplicates, each on a site with a number from 1 to 3, two of which may be equal. */
    public void testSites() throws IOException {
        Map<Object, Object> sites = counts(search("ndd-sites"), "aggregations.2");
        assertEquals(
                sites.toString(),
                3,
                sites.values().stream().mapToInt(n -> (int) n).sum());
        sites.keySet().forEach(site -> assertThat((String) site, startsWith("site-")));
    }

    public void testRunsInChronologicalOrder() throws IOException {
        TextResponse response = search("ndd-over-time");
        List<Map<String, Object>> shown = buckets(response, "aggregations.2");
        assertEquals(runs, shown.stream().map(run -> run.get("key")).toList());
        assertEquals(
                List.of(3, 5), shown.stream().map(run -> run.get("doc_count")).toList());
        Map<String, Object> parts =
                SavedObject.map(SavedObject.map(shown.get(1).get("3")).get("buckets"));
        assertEquals(2, SavedObject.map(parts.get("kept")).get("doc_count"));
        assertEquals(3, SavedObject.map(parts.get("duplicates")).get("doc_count"));
        assertEquals(0, SavedObject.map(parts.get("other members")).get("doc_count"));
    }
}
