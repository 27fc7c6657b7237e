package org.ndd.inspect;

import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentParseException;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters;
import org.ndd.analysis.PageParameters.Format;

public class AnalyzePageRequestTests extends ESTestCase {

    public void testParse() throws IOException {
        AnalyzePageAction.Request html =
                parse("{\"html\":\"<p>x</p>\",\"url\":\"https://a.org/\",\"preset\":\"pku2007\",\"buckets\":8}");
        assertEquals(PageInput.of("<p>x</p>", "https://a.org/"), html.page);
        assertEquals(Format.HTML, html.parameters.format());
        assertEquals("r9:10:100:8:16:4", html.parameters.fingerprints().version());
        AnalyzePageAction.Request text = parse("{\"text\":\"x\",\"max_bytes\":\"2kb\",\"title\":\"T\",\"site\":\"S\"}");
        assertEquals(new PageInput(List.of("x"), null, "T", "S"), text.page);
        assertEquals(Format.TEXT, text.parameters.format());
        assertEquals(2048, text.parameters.maxBytes());
        assertEquals(
                4096, parse("{\"text\":\"x\",\"max_bytes\":4096}").parameters.maxBytes());
        assertEquals(
                PageParameters.DEFAULT_MAX_BYTES,
                parse("{\"text\":\"x\"}").parameters.maxBytes());
        AnalyzePageAction.Request input = parse("{\"input\":\"x\"}");
        assertEquals(PageInput.of("x", null), input.page);
        assertEquals(Format.AUTO, input.parameters.format());
        AnalyzePageAction.Request parts = parse("{\"input\":[\"x\",\"y\"],\"format\":\"html\"}");
        assertEquals(List.of("x", "y"), parts.page.parts());
        assertEquals(Format.HTML, parts.parameters.format());
    }

    public void testErrors() {
        assertError("{}", "[html, text, input] must be given as exactly one, but was [0]");
        assertError("{\"html\":\"\",\"text\":\"\"}", "[html, text, input] must be given as exactly one, but was [2]");
        assertError("{\"input\":[]}", "[input] must be a string or a list of strings, but was []");
        assertError(
                "{\"text\":\"x\",\"format\":\"html\"}",
                "[format] must be omitted unless [input] is given, but was [html]");
        assertError(
                "{\"text\":\"x\",\"preset\":\"strict\"}",
                "[preset] must be one of [balanced, pku2007], but was [strict]");
        assertError(
                "{\"text\":\"x\",\"rounds\":2}", "[rounds] must be omitted unless preset is [pku2007], but was [2]");
        assertError(
                "{\"text\":\"x\",\"max_bytes\":\"1b\"}", "[max_bytes] must be between [1kb] and [16mb], but was [1b]");
        expectThrows(XContentParseException.class, () -> parse("{\"txt\":\"x\"}"));
    }

    private void assertError(String json, String message) {
        Throwable e = expectThrows(IllegalArgumentException.class, () -> parse(json));
        while (e instanceof XContentParseException && e.getCause() != null) {
            e = e.getCause();
        }
        assertThat(e.getMessage(), equalTo(message));
    }

    private AnalyzePageAction.Request parse(String json) throws IOException {
        return AnalyzePageAction.Request.fromXContent(createParser(JsonXContent.jsonXContent, json));
    }
}
