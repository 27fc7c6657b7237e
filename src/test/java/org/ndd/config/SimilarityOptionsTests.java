package org.ndd.config;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.util.function.Function;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.elasticsearch.xcontent.XContentParseException;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.core.align.TrustedRegions;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.compare.SimilarityParameters.Preset;

public class SimilarityOptionsTests extends ESTestCase {

    private static final ObjectParser<SimilarityOptions.Builder, Void> PARSER =
            new ObjectParser<>("similarity", SimilarityOptions.Builder::new);

    static {
        SimilarityOptions.declareFields(PARSER, Function.identity());
    }

    /** Random parameters for serialization tests. */
    public static SimilarityParameters randomParameters() {
        return new SimilarityParameters(
                randomFrom(Preset.values()),
                randomDouble(),
                randomDouble(),
                randomDouble(),
                between(1, 256),
                new TrustedRegions.Limits(randomDouble(), between(1, 16)),
                randomBoolean());
    }

    public void testDefaultIsBalanced() throws IOException {
        assertEquals(SimilarityParameters.BALANCED, parse("{}"));
    }

    public void testPresets() throws IOException {
        for (Preset preset : Preset.values()) {
            assertEquals(SimilarityParameters.of(preset), parse("{\"preset\":\"" + preset.value() + "\"}"));
        }
    }

    public void testOptionsOverridePresetInAnyOrder() throws IOException {
        SimilarityParameters strict = SimilarityParameters.STRICT;
        SimilarityParameters expected = new SimilarityParameters(
                Preset.STRICT,
                0.99,
                0.7,
                strict.containment(),
                24,
                new TrustedRegions.Limits(
                        strict.regions().slope(), strict.regions().count()),
                false);
        assertEquals(
                expected,
                parse(
                        "{\"window\":24,\"numbers\":false,\"min_confidence\":0.99,\"resemblance\":0.7,\"preset\":\"strict\"}"));
        assertEquals(
                expected,
                parse(
                        "{\"preset\":\"strict\",\"resemblance\":0.7,\"numbers\":false,\"min_confidence\":0.99,\"window\":24}"));
    }

    public void testXContentRoundTrip() throws IOException {
        SimilarityParameters parameters = randomParameters();
        XContentBuilder builder = XContentFactory.jsonBuilder().startObject();
        SimilarityOptions.toXContent(parameters, builder);
        String json = BytesReference.bytes(builder.endObject()).utf8ToString();
        assertEquals(parameters, parse(json));
    }

    public void testWireRoundTrip() throws IOException {
        SimilarityParameters parameters = randomParameters();
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            SimilarityOptions.writeTo(parameters, out);
            assertEquals(parameters, SimilarityOptions.readFrom(out.bytes().streamInput()));
        }
    }

    public void testRejectsUnknownKey() {
        XContentParseException e = expectThrows(XContentParseException.class, () -> parse("{\"resemblence\":0.5}"));
        assertThat(e.getMessage(), containsString("unknown field [resemblence]"));
    }

    public void testValuesOutOfRange() {
        assertBad("{\"preset\":\"loose\"}", "[preset] must be one of [balanced, strict, pku2007], but was [loose]");
        assertBad("{\"resemblance\":1.5}", "[resemblance] must be between [0] and [1], but was [1.5]");
        assertBad("{\"containment\":-0.1}", "[containment] must be between [0] and [1], but was [-0.1]");
        assertBad("{\"min_confidence\":2}", "[min_confidence] must be between [0] and [1], but was [2.0]");
        assertBad("{\"slope\":2}", "[slope] must be between [0] and [1], but was [2.0]");
        assertBad("{\"window\":0}", "[window] must be between [1] and [256], but was [0]");
        assertBad("{\"regions\":17}", "[regions] must be between [1] and [16], but was [17]");
    }

    public void testRejectsRemovedOptions() {
        for (String gone : new String[] {"containment_floor", "sketch_resemblance", "figures"}) {
            Exception e = expectThrows(XContentParseException.class, () -> parse("{\"" + gone + "\":1}"));
            assertThat(e.getMessage(), containsString("unknown field [" + gone + "]"));
        }
    }

    private void assertBad(String json, String message) {
        Exception e = expectThrows(Exception.class, () -> parse(json));
        Throwable cause = e;
        while (cause instanceof XContentParseException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        assertThat(cause.getMessage(), equalTo(message));
        assertTrue(cause.toString(), cause instanceof IllegalArgumentException);
    }

    private SimilarityParameters parse(String json) throws IOException {
        return PARSER.apply(createParser(JsonXContent.jsonXContent, json), null).build();
    }
}
