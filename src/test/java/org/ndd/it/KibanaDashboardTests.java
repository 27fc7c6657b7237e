package org.ndd.it;

import static org.hamcrest.Matchers.containsInAnyOrder;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.in;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.elasticsearch.test.ESTestCase;

/**
 * The Kibana dashboard has the format that Kibana 8.19 and 9 import. Without Kibana, this test encodes the requirements of its importer and
 * its visualizations: each object declares its type and format version, refers to others only by references to objects of the same file,
 * and stores as strings what Kibana stores as strings. {@link KibanaDashboardIT} executes the requests of the panels.
 */
public class KibanaDashboardTests extends ESTestCase {

    static final Path FILE = NddRestTestCase.projectDirectory().resolve("distribution/kibana/ndd.ndjson");

    /** Format versions that Kibana 8.19 supports; it migrates objects with these versions on import. */
    private static final Map<String, String> FORMATS =
            Map.of("index-pattern", "8.0.0", "visualization", "8.5.0", "dashboard", "8.9.0");

    /** Width of a dashboard in grid columns. */
    private static final int COLUMNS = 48;

    private static Map<String, SavedObject> objects() throws IOException {
        Map<String, SavedObject> objects = new HashMap<>();
        for (SavedObject object : SavedObject.read(FILE)) {
            assertNull(object.name() + " must exist once", objects.put(object.name(), object));
        }
        return objects;
    }

    private static List<SavedObject> ofType(String type) throws IOException {
        return objects().values().stream()
                .filter(object -> object.type().equals(type))
                .toList();
    }

    public void testObjectFormat() throws IOException {
        for (SavedObject object : objects().values()) {
            assertEquals(object.name(), "8.8.0", object.raw().get("coreMigrationVersion"));
            assertEquals(object.name(), FORMATS.get(object.type()), object.raw().get("typeMigrationVersion"));
            assertThat(
                    object.raw().keySet(),
                    everyItem(in(Set.of(
                            "id",
                            "type",
                            "attributes",
                            "references",
                            "managed",
                            "coreMigrationVersion",
                            "typeMigrationVersion"))));
            assertTrue(object.name(), object.attributes().get("title") instanceof String);
        }
        assertEquals(1, ofType("dashboard").size());
    }

    /** Kibana resolves the references of an object; a missing target is a conflict on import. */
    public void testReferencesExist() throws IOException {
        Map<String, SavedObject> objects = objects();
        Set<String> used = new HashSet<>();
        for (SavedObject object : objects.values()) {
            object.references()
                    .values()
                    .forEach(to -> assertTrue(object.name() + " -> " + to, objects.containsKey(to)));
            used.addAll(object.references().values());
        }
        Set<String> all = new HashSet<>(objects.keySet());
        all.removeAll(used);
        assertEquals("the dashboard refers to all other objects", Set.of("dashboard:ndd-dashboard"), all);
    }

    public void testDataViews() throws IOException {
        Map<String, Object> hidden = new HashMap<>();
        for (SavedObject view : ofType("index-pattern")) {
            hidden.put(
                    (String) view.attributes().get("title"), view.attributes().get("allowHidden"));
            for (String json : List.of("fieldAttrs", "fieldFormatMap", "fields", "runtimeFieldMap", "sourceFilters")) {
                assertNotNull(view.name(), view.parsed(json));
            }
        }
        Map<String, Object> expected = new HashMap<>(Map.of("pages-ndd", true, "pages-ndd-*", true));
        expected.put("pages", null);
        assertEquals("runs and destinations are hidden indices", expected, hidden);
        String line = Files.readString(FILE);
        assertEquals("the guide replaces the name", 2, line.split("\"title\":\"pages\"", -1).length);
    }

    public void testPanelsDoNotOverlap() throws IOException {
        SavedObject dashboard = objects().get("dashboard:ndd-dashboard");
        Set<String> cells = new HashSet<>();
        Set<String> named = new TreeSet<>();
        for (Object value : (List<?>) dashboard.parsed("panelsJSON")) {
            Map<String, Object> panel = SavedObject.map(value);
            String index = (String) panel.get("panelIndex");
            String name = index + ":" + panel.get("panelRefName");
            assertTrue(name, dashboard.references().get(name).startsWith(panel.get("type") + ":"));
            assertTrue(name, named.add(name));
            Map<String, Object> place = SavedObject.map(panel.get("gridData"));
            assertEquals(index, place.get("i"));
            int x = (int) place.get("x");
            int y = (int) place.get("y");
            for (int column = x; column < x + (int) place.get("w"); column++) {
                assertTrue(name + " is on the dashboard", column < COLUMNS);
                for (int row = y; row < y + (int) place.get("h"); row++) {
                    assertTrue(name + " is on top of another", cells.add(column + "," + row));
                }
            }
            assertNotNull(name, panel.get("embeddableConfig"));
        }
        assertEquals(dashboard.references().keySet(), named);
        assertNotNull(SavedObject.map(dashboard.parsed("optionsJSON")).get("hidePanelTitles"));
        assertEquals("lucene", SavedObject.map(dashboard.search().get("query")).get("language"));
        assertEquals(false, dashboard.attributes().get("timeRestore"));
    }

    public void testVisualizations() throws IOException {
        Set<Object> types = new HashSet<>();
        for (SavedObject object : ofType("visualization")) {
            Map<String, Object> drawn = object.visualization();
            String type = (String) drawn.get("type");
            types.add(type);
            assertEquals(object.name(), object.attributes().get("title"), drawn.get("title"));
            assertEquals(object.name(), Map.of(), object.parsed("uiStateJSON"));
            assertEquals(
                    object.name(),
                    "lucene",
                    SavedObject.map(object.search().get("query")).get("language"));
            Map<String, Object> parameters = SavedObject.map(drawn.get("params"));
            if (type.equals("markdown")) {
                assertTrue(parameters.get("markdown") instanceof String);
                assertEquals(Map.of(), object.references());
                continue;
            }
            String index = "kibanaSavedObjectMeta.searchSourceJSON.index";
            assertEquals(object.name(), index, object.search().get("indexRefName"));
            assertTrue(object.name(), object.references().get(index).startsWith("index-pattern:"));
            for (Object filter : (List<?>) object.search().get("filter")) {
                Map<String, Object> meta =
                        SavedObject.map(SavedObject.map(filter).get("meta"));
                assertEquals("custom", meta.get("type"));
                assertTrue(object.references().containsKey(meta.get("indexRefName")));
            }
            List<Map<String, Object>> aggregations = object.aggregations();
            Map<Object, Long> schemas = aggregations.stream()
                    .collect(Collectors.groupingBy(agg -> agg.get("schema"), Collectors.counting()));
            assertEquals(object.name() + " has one metric", 1L, (long) schemas.get("metric"));
            assertEquals(
                    object.name() + " has ids of its own",
                    aggregations.size(),
                    aggregations.stream().map(agg -> agg.get("id")).distinct().count());
            switch (type) {
                case "metric" -> assertThat(schemas.keySet(), containsInAnyOrder("metric", "group"));
                case "pie" -> assertThat(schemas.keySet(), containsInAnyOrder("metric", "segment"));
                case "table" -> assertThat(schemas.get("bucket"), greaterThan(0L));
                case "histogram", "horizontal_bar" -> assertMetricAndAxis(object, parameters, schemas);
                default -> fail(object.name() + " has an unsupported type: " + type);
            }
        }
        assertThat(types, containsInAnyOrder("metric", "pie", "table", "histogram", "horizontal_bar", "markdown"));
    }

    /** Bar charts refer to the id of their metric and of their axis. */
    private static void assertMetricAndAxis(
            SavedObject object, Map<String, Object> parameters, Map<Object, Long> schemas) {
        assertEquals(object.name(), 1L, (long) schemas.get("segment"));
        Map<String, Object> series = SavedObject.map(((List<?>) parameters.get("seriesParams")).get(0));
        assertEquals("1", SavedObject.map(series.get("data")).get("id"));
        Map<String, Object> axis = SavedObject.map(((List<?>) parameters.get("valueAxes")).get(0));
        assertEquals(axis.get("id"), series.get("valueAxis"));
        boolean stacked = "stacked".equals(series.get("mode"));
        assertEquals(object.name() + " is stacked where it is split", schemas.containsKey("group"), stacked);
    }
}
