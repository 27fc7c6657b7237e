package org.ndd.pair;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.test.AbstractWireSerializingTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.analysis.PageParameters.Format;

public class PageSourceTests extends AbstractWireSerializingTestCase<PageSource> {

    @Override
    protected Writeable.Reader<PageSource> instanceReader() {
        return PageSource::new;
    }

    @Override
    protected PageSource createTestInstance() {
        return switch (between(0, 3)) {
            case 0 -> PageSource.document(randomAlphaOfLength(4), randomAlphaOfLength(4), randomBoolean() ? null : "r");
            case 1 -> PageSource.text(randomAlphaOfLength(9));
            case 2 -> TestSources.of(input());
            default -> TestSources.of(Map.of("html", randomAlphaOfLength(9), "url", "https://a.org/"));
        };
    }

    private static Map<String, Object> input() {
        Map<String, Object> typed = new HashMap<>();
        typed.put("input", List.of("a text", "of two"));
        typed.put("fields", Map.of("lang", List.of(randomAlphaOfLength(2), "x")));
        if (randomBoolean()) {
            typed.put("format", randomFrom(Format.values()).value());
        }
        if (randomBoolean()) {
            typed.put("title", "a title");
        }
        if (randomBoolean()) {
            typed.put("site", "a site");
        }
        return typed;
    }

    @Override
    protected PageSource mutateInstance(PageSource instance) {
        return randomValueOtherThan(instance, this::createTestInstance);
    }

    public void testStringThatLooksLikeIdGivesWarning() throws IOException {
        for (String text : List.of("storm-wire", "https://times.example.org/storm")) {
            assertEquals(text, parse("\"" + text + "\"").input().parts().get(0));
            assertWarnings("a string is compared as a text: to specify a document, use an object with [_id]");
        }
        for (String text : List.of("", "two words", "\u6e2f\u53e3")) {
            parse("\"" + text + "\"");
        }
        parse("{\"text\": \"storm-wire\"}");
    }

    private PageSource parse(String json) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
            parser.nextToken();
            return PageSource.fromXContent(parser);
        }
    }
}
