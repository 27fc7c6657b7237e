package org.ndd.inspect;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.TermQueryBuilder;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentParseException;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.core.compare.SimilarityParameters;

public class DoubtfulPairsRequestTests extends ESTestCase {

    private static final SearchModule SEARCH = new SearchModule(Settings.EMPTY, List.of());

    @Override
    protected NamedXContentRegistry xContentRegistry() {
        return new NamedXContentRegistry(SEARCH.getNamedXContents());
    }

    private DoubtfulPairsAction.Request parse(String body) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            return DoubtfulPairsAction.Request.fromXContent("pages", TimeValue.ONE_MINUTE, parser);
        }
    }

    public void testParsesAllOptions() throws IOException {
        DoubtfulPairsAction.Request typed =
                parse("{\"target_field\":\"dup\",\"size\":7,\"sample\":9,\"seed\":-3,\"preset\":\"strict\","
                        + "\"query\":{\"term\":{\"lang\":\"en\"}}}");
        assertEquals("pages", typed.index());
        assertEquals("dup", typed.options.fields().parent());
        assertEquals(7, typed.size);
        assertEquals(9, typed.sample);
        assertEquals(-3, typed.seed);
        assertEquals(SimilarityParameters.STRICT, typed.options.similarity());
        assertEquals(new TermQueryBuilder("lang", "en"), typed.query);
        assertEquals(TimeValue.ONE_MINUTE, typed.timeout);
    }

    public void testDefaults() {
        DoubtfulPairsAction.Request request =
                DoubtfulPairsAction.Request.fromXContent("pages", TimeValue.ONE_MINUTE, null);
        assertEquals(50, request.size);
        assertEquals(200, request.sample);
        assertNull(request.query);
        assertEquals(SimilarityParameters.BALANCED, request.options.similarity());
    }

    public void testErrors() {
        assertError("{\"size\":0}", "[size] must be between [1] and [1000], but was [0]");
        assertError("{\"size\":1001}", "[size] must be between [1] and [1000], but was [1001]");
        assertError("{\"sample\":0}", "[sample] must be between [1] and [2000], but was [0]");
        assertError("{\"sample\":2001}", "[sample] must be between [1] and [2000], but was [2001]");
        IllegalArgumentException e =
                expectThrows(IllegalArgumentException.class, () -> parse("{\"target_field\":\"\"}"));
        assertEquals("[target_field] must be the name of a field, but was []", e.getMessage());
        expectThrows(XContentParseException.class, () -> parse("{\"pairs\":[]}"));
    }

    private void assertError(String body, String message) {
        IllegalArgumentException e = expectThrows(IllegalArgumentException.class, () -> parse(body));
        assertEquals(message, e.getMessage());
    }
}
