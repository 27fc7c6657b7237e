package org.ndd.rank;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.search.rescore.RescorerBuilder;
import org.elasticsearch.test.AbstractXContentSerializingTestCase;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentFields;
import org.ndd.config.MatchRule;
import org.ndd.config.MustAgree;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.compare.SimilarityParameters.Preset;
import org.ndd.plugin.NddPlugin;

public class NearDupRescorerBuilderTests extends AbstractXContentSerializingTestCase<NearDupRescorerBuilder> {

    private static final SearchModule MODULE = new SearchModule(Settings.EMPTY, List.of(new NddPlugin()));

    public void testDefaults() throws IOException {
        NearDupRescorerBuilder builder = parse("{\"near_dup\":{}}");
        assertEquals(builder(new DocumentFields("ndd"), Preset.BALANCED), builder);
        assertEquals(NearDupRescorerBuilder.DEFAULT_WINDOW, (int) builder.windowSize());
    }

    public void testBadInput() {
        assertRejected(
                "{\"window_size\":1001,\"near_dup\":{}}",
                "[window_size] must be between [1] and [1000], but was [1001]");
        assertRejected(
                "{\"window_size\":0,\"near_dup\":{}}", "[window_size] must be between [1] and [1000], but was [0]");
        assertRejected(
                "{\"near_dup\":{\"window_size\":10}}",
                "[window_size] must be on the level of [near_dup], as in every rescorer, but was [10] in it");
        assertRejected("{\"near_dup\":{\"resemblance\":2}}", "[resemblance] must be between");
        assertRejected(
                "{\"near_dup\":{\"target_field\":\"\"}}", "[target_field] must be the name of a field, but was []");
        assertRejected(
                "{\"near_dup\":{\"must_agree\":[\"a\",\"a\"]}}",
                "[must_agree] must be at most [8] different names of fields");
        assertRejected(
                "{\"near_dup\":{\"min_relation\":\"different\"}}",
                "[min_relation] must be one of [same, near, overlap], but was [different]");
        assertRejected(
                "{\"near_dup\":{\"decisions_index\":\"a*\"}}",
                "[decisions_index] must be the name of one index, but was [a*]");
        assertRejected("{\"near_dup\":{\"fields\":\"ndd\"}}", "unknown field [fields]");
    }

    private void assertRejected(String json, String message) {
        Exception e = expectThrows(IllegalArgumentException.class, () -> parse(json));
        StringBuilder messages = new StringBuilder();
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            messages.append(cause.getMessage()).append('\n');
        }
        assertThat(messages.toString(), containsString(message));
    }

    private NearDupRescorerBuilder parse(String json) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
            parser.nextToken();
            return doParseInstance(parser);
        }
    }

    @Override
    protected NearDupRescorerBuilder doParseInstance(XContentParser parser) throws IOException {
        if (parser.currentToken() == null) {
            parser.nextToken();
        }
        return (NearDupRescorerBuilder)
                RescorerBuilder.parseFromXContent(parser, name -> assertEquals("near_dup", name));
    }

    private static NearDupRescorerBuilder builder(DocumentFields fields, Preset preset) {
        return builder(new ComparisonOptions(
                fields, SimilarityParameters.of(preset), MatchRule.DEFAULT, MustAgree.NONE, null));
    }

    private static NearDupRescorerBuilder builder(ComparisonOptions options) {
        return new NearDupRescorerBuilder(options, () -> null);
    }

    private static ComparisonOptions options(String field, MatchRule match, MustAgree mustAgree, String decisions) {
        return new ComparisonOptions(
                new DocumentFields(field), SimilarityParameters.BALANCED, match, mustAgree, decisions);
    }

    @Override
    protected boolean supportsUnknownFields() {
        return false;
    }

    @Override
    protected NearDupRescorerBuilder createTestInstance() {
        MustAgree mustAgree = randomBoolean() ? MustAgree.NONE : new MustAgree(List.of("lang", randomAlphaOfLength(5)));
        return builder(new ComparisonOptions(
                        new DocumentFields(randomAlphaOfLength(4)),
                        SimilarityParameters.of(randomFrom(Preset.values())),
                        new MatchRule(randomFrom(Relation.SAME, Relation.NEAR, Relation.OVERLAP)),
                        mustAgree,
                        randomBoolean() ? null : randomAlphaOfLength(5).toLowerCase(Locale.ROOT)))
                .windowSize(randomIntBetween(1, NearDupRescorerBuilder.MAX_WINDOW));
    }

    @Override
    protected NearDupRescorerBuilder mutateInstance(NearDupRescorerBuilder instance) throws IOException {
        NearDupRescorerBuilder other = copyInstance(instance);
        return switch (randomInt(4)) {
            case 0 -> other.windowSize(instance.windowSize() % NearDupRescorerBuilder.MAX_WINDOW + 1);
            case 1 ->
                builder(options("ndd", MatchRule.DEFAULT, MustAgree.NONE, "other"))
                        .windowSize(instance.windowSize());
            case 2 ->
                builder(options("ndd", MatchRule.DEFAULT, new MustAgree(List.of("other")), null))
                        .windowSize(instance.windowSize());
            case 3 ->
                builder(options(randomAlphaOfLength(6), new MatchRule(Relation.SAME), MustAgree.NONE, null))
                        .windowSize(instance.windowSize());
            default ->
                builder(new DocumentFields(randomAlphaOfLength(5)), Preset.BALANCED)
                        .windowSize(instance.windowSize());
        };
    }

    @Override
    protected Writeable.Reader<NearDupRescorerBuilder> instanceReader() {
        return in -> new NearDupRescorerBuilder(in, () -> null);
    }

    @Override
    protected NamedWriteableRegistry getNamedWriteableRegistry() {
        return new NamedWriteableRegistry(MODULE.getNamedWriteables());
    }

    @Override
    protected NamedXContentRegistry xContentRegistry() {
        return new NamedXContentRegistry(MODULE.getNamedXContents());
    }
}
