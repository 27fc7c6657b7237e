package org.ndd.analyze;

import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.test.AbstractWireSerializingTestCase;
import org.elasticsearch.xcontent.XContentParseException;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.analysis.PageParameters;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.core.fingerprint.FingerprintParameters;

public class AnalyzePageRequestTests extends AbstractWireSerializingTestCase<AnalyzePageRequest> {

    @Override
    protected Writeable.Reader<AnalyzePageRequest> instanceReader() {
        return AnalyzePageRequest::new;
    }

    @Override
    protected AnalyzePageRequest createTestInstance() {
        return new AnalyzePageRequest(
                randomAlphaOfLength(20),
                randomBoolean() ? null : "https://" + randomAlphaOfLength(5) + ".org/",
                new PageParameters(
                        randomFrom(FingerprintParameters.BALANCED, FingerprintParameters.REPORT),
                        randomFrom(Format.values()),
                        between(1, 10_000)));
    }

    @Override
    protected AnalyzePageRequest mutateInstance(AnalyzePageRequest r) {
        PageParameters p = r.parameters();
        return switch (between(0, 2)) {
            case 0 -> new AnalyzePageRequest(r.input() + "x", r.url(), p);
            case 1 -> new AnalyzePageRequest(r.input(), r.url() + "x", p);
            default ->
                new AnalyzePageRequest(
                        r.input(), r.url(), new PageParameters(p.fingerprints(), p.format(), p.maxBytes() + 1));
        };
    }

    public void testParse() throws IOException {
        AnalyzePageRequest html =
                parse("{\"html\":\"<p>x</p>\",\"url\":\"https://a.org/\",\"preset\":\"report\",\"buckets\":8}");
        assertEquals("<p>x</p>", html.input());
        assertEquals("https://a.org/", html.url());
        assertEquals(Format.HTML, html.parameters().format());
        assertEquals("r2:10:100:8:16:4", html.parameters().fingerprints().version());
        AnalyzePageRequest text = parse("{\"text\":\"x\",\"max_bytes\":\"2kb\"}");
        assertEquals(Format.TEXT, text.parameters().format());
        assertEquals(2048, text.parameters().maxBytes());
        assertEquals(
                4096, parse("{\"text\":\"x\",\"max_bytes\":4096}").parameters().maxBytes());
        assertEquals(
                PageParameters.DEFAULT_MAX_BYTES,
                parse("{\"text\":\"x\"}").parameters().maxBytes());
    }

    public void testErrors() {
        assertError("{}", "[html, text] must be given as exactly one, but none was");
        assertError("{\"html\":\"\",\"text\":\"\"}", "[html, text] must be given as exactly one, but both were");
        assertError(
                "{\"text\":\"x\",\"preset\":\"strict\"}",
                "[preset] must be one of [balanced, report], but was [strict]");
        assertError(
                "{\"text\":\"x\",\"rounds\":2}", "[rounds] must be left out unless preset is [report], but was [2]");
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

    private AnalyzePageRequest parse(String json) throws IOException {
        return AnalyzePageRequest.fromXContent(createParser(JsonXContent.jsonXContent, json));
    }
}
