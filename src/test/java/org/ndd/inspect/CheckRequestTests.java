package org.ndd.inspect;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentParseException;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Relation;
import org.ndd.pair.PageSource;

public class CheckRequestTests extends ESTestCase {

    private static final ComparisonOptions OPTIONS = ComparisonOptions.DEFAULT;

    private static PageSource given(String text) {
        return PageSource.text(text);
    }

    private CheckAction.Request parse(String body) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            return CheckAction.Request.fromXContent("pages", CheckAction.Request.DEFAULT_TIMEOUT, parser);
        }
    }

    public void testBody() throws IOException {
        CheckAction.Request request = parse("{\"ids\":[\"1\",{\"_index\":\"x\",\"_id\":\"2\"}],"
                + "\"documents\":[{\"html\":\"<p>x\",\"url\":\"https://a.org/\",\"fields\":{\"lang\":\"en\"}}],"
                + "\"dest\":{\"index\":\"dest\"},\"target_field\":\"dup\",\"preset\":\"strict\",\"window\":24,"
                + "\"min_relation\":\"same\",\"min_containment\":0.8,\"must_agree\":[\"lang\"]}");
        assertEquals(List.of(new DocumentName(null, "1"), new DocumentName("x", "2")), request.ids);
        assertEquals(List.of(List.of("en")), request.pages.get(0).values(request.options.mustAgree()));
        assertEquals("dest", request.dest());
        assertTrue(request.hasDest());
        assertEquals("dup.text", request.options.fields().text());
        assertEquals(24, request.options.similarity().window());
        assertEquals(Relation.SAME, request.options.match().minRelation());
        assertEquals(0.8, request.options.match().minContainment(), 0);
        request = parse("{\"ids\":\"1\"}");
        assertEquals(List.of(new DocumentName(null, "1")), request.ids);
        assertEquals("pages-ndd", request.dest());
        assertFalse(request.hasDest());
        assertEquals(OPTIONS, request.options);
    }

    public void testErrors() throws IOException {
        String size = "[ids] and [documents] must hold between [1] and [1000] documents together, but was ";
        assertError(size + "[0]", () -> parse("{}"));
        assertError(size + "[0]", () -> parse("{\"ids\":[],\"documents\":[]}"));
        List<DocumentName> many = Collections.nCopies(1000, new DocumentName(null, "1"));
        assertError(
                size + "[1001]",
                () -> new CheckAction.Request("i", many, List.of(given("x")), null, OPTIONS, TimeValue.ONE_MINUTE));
        assertError(
                "[ids] must contain ids of at least one character, but was []", () -> parse("{\"ids\":[\"1\",\"\"]}"));
        assertError(
                "[ids] must contain ids of at least one character, but was []",
                () -> parse("{\"ids\":[{\"_index\":\"\",\"_id\":\"1\"}]}"));
        assertError(
                "[documents] must be contents such as {\"text\": \"...\"}, but was the id [1]: name it in [ids]",
                () -> parse("{\"documents\":[{\"text\":\"x\"},{\"_id\":\"1\"}]}"));
        assertError(
                "[documents] must hold exactly one of [_id, text, html, input], but held [0]",
                () -> parse("{\"documents\":[{}]}"));
        assertError(
                "[documents.fields] must be fields that [must_agree] names, but was [lang]",
                () -> parse("{\"documents\":[{\"text\":\"x\",\"fields\":{\"lang\":\"en\"}}]}"));
        for (String wrong : List.of("", "a*", "_all")) {
            IllegalArgumentException e = expectThrows(
                    IllegalArgumentException.class,
                    () -> parse("{\"ids\":\"1\",\"dest\":{\"index\":\"" + wrong + "\"}}"));
            assertEquals("[dest] must be the destination of a run, but was [" + wrong + "]", e.getMessage());
        }
        assertError(
                "[index] must be the name of one index or alias, but was [a,b]",
                () -> new CheckAction.Request("a,b", many, List.of(), null, OPTIONS, TimeValue.ONE_MINUTE));
        assertError(
                "[timeout] must be more than [0], but was [0s]",
                () -> new CheckAction.Request("i", many, List.of(), null, OPTIONS, TimeValue.ZERO));
        for (String wrong : List.of(
                "{\"id\":\"1\"}",
                "{\"ids\":7}",
                "{\"ids\":[null]}",
                "{\"ids\":[[\"1\"]]}",
                "{\"ids\":{\"_index\":\"x\"}}",
                "{\"documents\":[7]}",
                "{\"min_relation\":\"other_item\"}",
                "{\"min_containment\":0}",
                "{\"ids\":\"1\",\"timeout\":\"1s\"}")) {
            expectThrows(XContentParseException.class, () -> parse(wrong));
        }
        IllegalArgumentException e =
                expectThrows(IllegalArgumentException.class, () -> parse("{\"target_field\":\"\"}"));
        assertEquals("[target_field] must be the name of a field, but was []", e.getMessage());
    }

    private static void assertError(String message, ThrowingRunnable request) {
        assertEquals(
                message, expectThrows(IllegalArgumentException.class, request).getMessage());
    }
}
