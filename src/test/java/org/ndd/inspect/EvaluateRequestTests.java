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
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.inspect.PairEvaluator.LabeledPair;

public class EvaluateRequestTests extends ESTestCase {

    private static final LabeledPair PAIR = pair("1", "2", true);

    private static LabeledPair pair(String a, String b, boolean duplicate) {
        return new LabeledPair(new DocumentName(null, a), new DocumentName(null, b), duplicate);
    }

    private static EvaluateAction.Request of(String index, List<LabeledPair> pairs, int size, TimeValue timeout) {
        return new EvaluateAction.Request(index, pairs, 0, ComparisonOptions.DEFAULT, size, timeout);
    }

    private EvaluateAction.Request parse(String body) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, body)) {
            return EvaluateAction.Request.fromXContent("pages", PairsRequest.DEFAULT_TIMEOUT, parser);
        }
    }

    public void testBody() throws IOException {
        EvaluateAction.Request request = parse("{\"pairs\":[{\"a\":\"1\",\"b\":\"2\",\"duplicate\":true}],"
                + "\"target_field\":\"dup\",\"size\":3,\"preset\":\"strict\",\"window\":24}");
        assertEquals(List.of(PAIR), request.pairs);
        assertEquals("dup.text", request.options.fields().text());
        assertEquals(3, request.size);
        assertEquals(24, request.options.similarity().window());
        assertEquals(
                SimilarityParameters.Preset.STRICT, request.options.similarity().preset());
    }

    public void testDocumentsWithIndices() throws IOException {
        EvaluateAction.Request request = parse(
                "{\"pairs\":[{\"a\":{\"_index\":\"x\",\"_id\":\"1\"}," + "\"b\":{\"_id\":\"1\"},\"duplicate\":true}]}");
        assertEquals(
                List.of(new LabeledPair(new DocumentName("x", "1"), new DocumentName(null, "1"), true)), request.pairs);
        String one = "{\"_index\":\"x\",\"_id\":\"1\"}";
        assertError(
                "[pairs] must name two different documents each, but was [x/1] twice",
                () -> parse("{\"pairs\":[{\"a\":" + one + ",\"b\":" + one + ",\"duplicate\":true}]}"));
        assertError(
                "[pairs] must name two documents each, but was [/1, 2]",
                () -> parse("{\"pairs\":[{\"a\":{\"_index\":\"\",\"_id\":\"1\"},\"b\":\"2\",\"duplicate\":true}]}"));
        for (String wrong : List.of("7", "{\"_index\":\"x\"}", "{\"_id\":\"1\",\"routing\":\"r\"}")) {
            expectThrows(
                    XContentParseException.class,
                    () -> parse("{\"pairs\":[{\"a\":" + wrong + ",\"b\":\"2\",\"duplicate\":true}]}"));
        }
    }

    public void testUnlabeledPairs() throws IOException {
        EvaluateAction.Request request = parse("{\"pairs\":[{\"a\":\"1\",\"b\":\"2\",\"duplicate\":true},"
                + "{\"a\":\"1\",\"b\":\"3\",\"duplicate\":null}]}");
        assertEquals(List.of(PAIR), request.pairs);
        assertEquals(1, request.unlabeled);
        assertError(
                "[pairs] must be between [1] and [10000] labeled pairs, but was [0]",
                () -> parse("{\"pairs\":[{\"a\":\"1\",\"b\":\"3\",\"duplicate\":null}]}"));
    }

    public void testErrors() throws IOException {
        assertError("[pairs] must be between [1] and [10000] labeled pairs, but was [0]", () -> parse("{}"));
        assertError(
                "[pairs] must be between [1] and [10000] labeled pairs, but was [10001]",
                () -> of("i", Collections.nCopies(10_001, PAIR), 1, TimeValue.ONE_MINUTE));
        assertError(
                "[pairs] must name two different documents each, but was [1] twice",
                () -> parse("{\"pairs\":[{\"a\":\"1\",\"b\":\"1\",\"duplicate\":true}]}"));
        assertError("[size] must be between [0] and [1000], but was [1001]", () -> parse("{\"size\":1001}"));
        IllegalArgumentException e =
                expectThrows(IllegalArgumentException.class, () -> parse("{\"target_field\":\"\"}"));
        assertEquals("[target_field] must be the name of a field, but was []", e.getMessage());
        assertError("[timeout] must be more than [0], but was [0s]", () -> of("i", List.of(PAIR), 1, TimeValue.ZERO));
        expectThrows(XContentParseException.class, () -> parse("{\"pairs\":[{\"a\":\"1\",\"b\":\"2\"}]}"));
        expectThrows(XContentParseException.class, () -> parse("{\"pair\":[]}"));
    }

    private static void assertError(String message, ThrowingRunnable request) {
        assertEquals(
                message, expectThrows(IllegalArgumentException.class, request).getMessage());
    }
}
