package org.ndd.inspect;

import static org.hamcrest.Matchers.arrayContaining;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.emptyArray;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.XContentParseException;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.config.MustAgree;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.pair.PageSource;

public class CompareRequestTests extends ESTestCase {

    public void testFieldsOfInlineDocument() throws IOException {
        String body = "{\"a\":{\"text\":\"x\",\"fields\":{\"lang\":[\"en\",\"de\"],\"n\":2.0,\"x\":2.5,\"beta\":true}},"
                + "\"b\":{\"text\":\"y\"},\"must_agree\":[\"lang\",\"n\",\"x\",\"beta\"]}";
        CompareAction.Request request = parse("pages", body);
        assertEquals(
                List.of(List.of("en", "de"), List.of("2"), List.of("2.5"), List.of("true")),
                request.a.values(request.options.mustAgree()));
        assertEquals(new MustAgree(List.of("lang", "n", "x", "beta")), request.options.mustAgree());
        assertInvalid(
                "pages",
                "{\"a\":{\"text\":\"x\",\"fields\":{\"lang\":\"en\"}},\"b\":{\"text\":\"y\"}}",
                "[a.fields] must be fields that [must_agree] names, but was [lang]");
        assertInvalid(
                "pages",
                "{\"a\":{\"_id\":\"1\",\"fields\":{\"lang\":\"en\"}},\"b\":{\"text\":\"y\"}}",
                "[a.fields] must be omitted for a document, but was [lang]");
    }

    public void testParse() throws IOException {
        CompareAction.Request request = parse(
                "pages",
                "{\"a\":{\"_id\":\"1\"},\"b\":{\"_index\":\"other\",\"_id\":\"2\",\"routing\":\"r\"},"
                        + "\"target_field\":\"dup\",\"preset\":\"strict\",\"diff\":true}");
        assertEquals(PageSource.document("pages", "1", null), request.a);
        assertEquals(PageSource.document("other", "2", "r"), request.b);
        assertEquals("dup", request.options.fields().parent());
        assertEquals(SimilarityParameters.STRICT, request.options.similarity());
        assertTrue(request.diff);
        assertThat(request.indices(), arrayContaining("pages", "other"));
        assertFalse("wildcards are not expanded", request.indicesOptions().expandWildcardExpressions());
    }

    public void testStringIsNeitherIdNorText() {
        Exception e = expectThrows(
                XContentParseException.class, () -> parse("pages", "{\"a\":\"one\",\"b\":{\"text\":\"one\"}}"));
        assertThat(
                e.getCause().getMessage(),
                equalTo("[a] must be an object, as in [{\"_id\": \"1\"}] or [{\"text\": \"...\"}], but was [one]"));
    }

    public void testInlineDocumentsNeedNoIndex() throws IOException {
        CompareAction.Request request =
                parse(null, "{\"a\":{\"text\":\"x\"},\"b\":{\"html\":\"<p>x\",\"url\":\"https://a.org/\"}}");
        assertEquals("ndd", request.options.fields().parent());
        assertEquals(SimilarityParameters.BALANCED, request.options.similarity());
        assertFalse(request.diff);
        assertThat(request.indices(), emptyArray());
        assertTrue(
                "security authorizes requests without an index",
                request.indicesOptions().allowNoIndices());
        request.indices("*", "-*");
        assertThat(request.indices(), arrayContaining("*", "-*"));
    }

    public void testInvalidSides() throws IOException {
        assertInvalid(null, "{}", "[a] must be given, but was missing");
        assertInvalid(null, "{\"a\":{\"text\":\"x\"}}", "[b] must be given, but was missing");
        assertInvalid(null, side("{}"), "[a] must hold exactly one of [_id, text, html, input], but held [0]");
        assertInvalid(
                null,
                side("{\"text\":\"x\",\"html\":\"x\"}"),
                "[a] must hold exactly one of [_id, text, html, input], but held [2]");
        assertInvalid(
                null, side("{\"_id\":\"1\"}"), "[a._index] must be given if the path names no index, but was missing");
        assertInvalid("pages", side("{\"_id\":\"\"}"), "[a._id] must be the id of a document, but was []");
        assertInvalid(
                "pages", side("{\"_id\":\"1\",\"url\":\"u\"}"), "[a.url] must be omitted for a document, but was [u]");
        assertInvalid(
                "pages",
                side("{\"_id\":\"1\",\"title\":\"t\"}"),
                "[a.title] must be omitted for a document, but was [t]");
        assertInvalid(
                null,
                side("{\"_index\":\"i\",\"text\":\"x\"}"),
                "[a._index] must be omitted unless [_id] is given, but was [i]");
        assertInvalid(
                null,
                side("{\"routing\":\"r\",\"text\":\"x\"}"),
                "[a.routing] must be omitted unless [_id] is given, but was [r]");
    }

    public void testRejectsUnknownKeysAndInvalidValues() {
        XContentParseException e =
                expectThrows(XContentParseException.class, () -> parse(null, "{\"a\":{\"text\":\"x\"},\"c\":1}"));
        assertThat(e.getMessage(), containsString("unknown field [c]"));
        expectThrows(XContentParseException.class, () -> parse(null, side("{\"txt\":\"x\"}")));
        IllegalArgumentException bad =
                expectThrows(IllegalArgumentException.class, () -> parse(null, "{\"resemblance\":2}"));
        assertThat(bad.getMessage(), equalTo("[resemblance] must be between [0] and [1], but was [2.0]"));
        bad = expectThrows(IllegalArgumentException.class, () -> parse(null, "{\"target_field\":\"\"}"));
        assertThat(bad.getMessage(), equalTo("[target_field] must be the name of a field, but was []"));
    }

    private static String side(String a) {
        return "{\"a\":" + a + ",\"b\":{\"text\":\"x\"}}";
    }

    private void assertInvalid(String index, String json, String message) {
        IllegalArgumentException e = expectThrows(IllegalArgumentException.class, () -> parse(index, json));
        assertEquals(message, e.getMessage());
    }

    private CompareAction.Request parse(String index, String json) throws IOException {
        return CompareAction.Request.fromXContent(index, createParser(JsonXContent.jsonXContent, json));
    }
}
