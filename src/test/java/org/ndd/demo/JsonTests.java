package org.ndd.demo;

import static org.hamcrest.Matchers.containsString;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.json.JsonXContent;

public class JsonTests extends ESTestCase {

    public void testReadsWhatAnswersLookLike() {
        Map<String, Object> answer = Json.parseObject(
                " {\"a\": [1, -2.5, 1e3, true, false, null], \"b\": {\"c\": \"\\u00e9\\n\\\"\\\\\\/\"}, \"d\": {}, \"e\": []}\n");
        List<Object> list = new ArrayList<>(List.of(1L, -2.5, 1000.0, true, false));
        list.add(null);
        assertEquals(list, answer.get("a"));
        assertEquals("é\n\"\\/", Json.at(answer, "b.c"));
        assertEquals(Map.of(), answer.get("d"));
        assertEquals(List.of(), answer.get("e"));
        assertEquals(-2.5, Json.at(answer, "a.1"));
        assertNull(Json.at(answer, "a.9"));
        assertNull(Json.at(answer, "b.x.y"));
        assertEquals(List.of("a", "b", "d", "e"), new ArrayList<>(answer.keySet()));
    }

    public void testRefusesWhatIsNoJson() {
        for (String text : List.of(
                "",
                "{",
                "[1",
                "{\"a\"}",
                "{\"a\":1,}",
                "[1,]",
                "\"a",
                "\"\\x\"",
                "\"\\u12g4\"",
                "tru",
                "1 2",
                "-",
                "{a:1}",
                "[1 2]",
                "\"\\u12")) {
            IllegalArgumentException error = expectThrows(IllegalArgumentException.class, text, () -> Json.parse(text));
            assertThat(error.getMessage(), containsString("at position ["));
        }
    }

    public void testDeepNestingIsAnErrorAndNoOverflow() {
        expectThrows(IllegalArgumentException.class, () -> Json.parse("[".repeat(1_000_000)));
    }

    public void testWritesWhatElasticsearchReads() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("text", randomRealisticUnicodeOfLengthBetween(0, 50) + "\"\\\n\t\u0001 😀");
        value.put("number", randomInt());
        value.put("flag", randomBoolean());
        value.put("nothing", null);
        value.put("list", List.of(Map.of(), List.of(), "x"));
        String json = Json.write(value);
        assertEquals(value, XContentHelper.convertToMap(JsonXContent.jsonXContent, json, true));
        assertEquals(((Number) value.get("number")).longValue(), Json.at(Json.parse(json), "number"));
        assertEquals(value.get("text"), Json.at(Json.parse(json), "text"));
        assertEquals(json, Json.write(Json.parse(json)));
    }
}
