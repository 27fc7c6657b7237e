package org.ndd.config;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;

public class BodyFieldsTests extends ESTestCase {

    private static final ObjectParser<long[], Void> PARSER = new ObjectParser<>("test", () -> new long[3]);

    static {
        BodyFields.declareInt(PARSER, (values, value) -> values[0] = value, new ParseField("int"));
        BodyFields.declareLong(PARSER, (values, value) -> values[1] = value, new ParseField("long"));
        BodyFields.declareObjects(
                PARSER, (values, value) -> values[2] = value.size(), XContentParser::map, new ParseField("objects"));
    }

    public void testIntegersAreParsed() throws IOException {
        assertEquals(-3, parse("{\"int\": -3}")[0]);
        assertEquals(3, parse("{\"int\": \"3\"}")[0]);
        assertEquals(3, parse("{\"int\": 3.0}")[0]);
        assertEquals(Integer.MAX_VALUE, parse("{\"int\": 2147483647}")[0]);
        // not exact as a double
        assertEquals((1L << 53) + 1, parse("{\"long\": 9007199254740993}")[1]);
        assertEquals(Long.MAX_VALUE, parse("{\"long\": 9223372036854775807}")[1]);
    }

    public void testOtherNumbersAreRejected() {
        for (String name : new String[] {"int", "long"}) {
            for (String value : new String[] {"0.5", "-0.5", "2.7", "1e-3"}) {
                String message = "[" + name + "] must be an integer, but was [" + value + "]";
                assertRejected("{\"" + name + "\": \"" + value + "\"}", message);
                assertRejected("{\"" + name + "\": " + value + "}", message);
            }
            for (String value : new String[] {"1e300", "\"1e300\"", "\"NaN\"", "9223372036854775808", "\"x\""}) {
                assertRejected("{\"" + name + "\": " + value + "}", "failed to parse field [" + name + "]");
            }
        }
        assertRejected("{\"int\": 2147483648}", "failed to parse field [int]");
    }

    public void testObjects() throws IOException {
        assertEquals(0, parse("{\"objects\": []}")[2]);
        assertEquals(2, parse("{\"objects\": [{}, {\"a\": {}}]}")[2]);
        for (String value : new String[] {"null", "\"x\"", "1", "true"}) {
            String message = "[objects] must be a list of objects, but was [" + value.replace("\"", "") + "]";
            assertRejected("{\"objects\": [" + value + ", {}]}", message);
            assertRejected("{\"objects\": [{}, " + value + ", {}]}", message);
        }
    }

    public void testLists() throws IOException {
        assertEquals(1, parse("{\"objects\": {}}")[2]);
        String most = "{},".repeat(BodyFields.MAX_ELEMENTS - 1) + "{}";
        assertEquals(BodyFields.MAX_ELEMENTS, parse("{\"objects\": [" + most + "]}")[2]);
        // the rest of the body is not parsed, because it may be large
        assertRejected(
                "{\"objects\": [" + most + ", {}, not JSON",
                "[objects] must have at most [100000] elements, but has more");
        assertRejected("{\"objects\": [{}, []]}", "[objects] must not have lists as elements, but has one");
    }

    private void assertRejected(String json, String message) {
        Exception e = expectThrows(IllegalArgumentException.class, () -> parse(json));
        assertThat(json, ExceptionsHelper.stackTrace(e), containsString(message));
    }

    private long[] parse(String json) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
            return PARSER.parse(parser, null);
        }
    }
}
