package org.ndd.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.XContentType;

/**
 * A Kibana saved object in the import format: one line each. Much of it is JSON in strings.
 *
 * @param type type of the object, such as {@code dashboard}
 * @param references names of the references to other objects, with the type and id of each, as {@code type:id}
 * @param raw the whole object
 */
record SavedObject(
        String type,
        String id,
        Map<String, Object> attributes,
        Map<String, String> references,
        Map<String, Object> raw) {

    static List<SavedObject> read(Path file) throws IOException {
        List<SavedObject> objects = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            Map<String, Object> raw = map(json(line));
            Map<String, String> references = new LinkedHashMap<>();
            for (Object reference : (List<?>) raw.get("references")) {
                Map<String, Object> to = map(reference);
                String before = references.put((String) to.get("name"), to.get("type") + ":" + to.get("id"));
                if (before != null) {
                    throw new IllegalArgumentException("[" + raw.get("id") + "] has two references [" + to + "]");
                }
            }
            objects.add(new SavedObject(
                    (String) raw.get("type"), (String) raw.get("id"), map(raw.get("attributes")), references, raw));
        }
        return objects;
    }

    String name() {
        return type + ":" + id;
    }

    /** The parsed JSON of a string attribute. */
    Object parsed(String attribute) throws IOException {
        return json((String) attributes.get(attribute));
    }

    /** The search source of a visualization or dashboard. */
    Map<String, Object> search() throws IOException {
        return map(json((String) map(attributes.get("kibanaSavedObjectMeta")).get("searchSourceJSON")));
    }

    /** The state of a visualization. */
    Map<String, Object> visualization() throws IOException {
        return map(parsed("visState"));
    }

    /** The aggregations of a visualization, metrics and buckets. */
    List<Map<String, Object>> aggregations() throws IOException {
        return ((List<?>) visualization().get("aggs"))
                .stream().map(SavedObject::map).toList();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    private static Object json(String text) throws IOException {
        try (XContentParser parser =
                XContentType.JSON.xContent().createParser(XContentParserConfiguration.EMPTY, text)) {
            Object value = parser.nextToken() == XContentParser.Token.START_ARRAY
                    ? parser.listOrderedMap()
                    : parser.mapOrdered();
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("[" + text + "] must be one value of JSON");
            }
            return value;
        }
    }
}
