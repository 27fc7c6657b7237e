package org.ndd.rank;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.MatchAllQueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverParserContext;
import org.elasticsearch.search.retriever.StandardRetrieverBuilder;
import org.elasticsearch.test.AbstractXContentTestCase;
import org.elasticsearch.usage.SearchUsage;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.config.MustAgree;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.compare.SimilarityParameters.Preset;
import org.ndd.plugin.NddPlugin;

public class NearDupRetrieverBuilderTests extends AbstractXContentTestCase<NearDupRetrieverBuilder> {

    private static final SearchModule MODULE = new SearchModule(Settings.EMPTY, List.of(new NddPlugin()));
    private static final String CHILD = "\"retriever\":{\"standard\":{\"query\":{\"match_all\":{}}}}";

    public void testDefaults() throws IOException {
        NearDupRetrieverBuilder expected = TestRetrievers.of(
                new StandardRetrieverBuilder(new MatchAllQueryBuilder()),
                "ndd",
                100,
                true,
                null,
                SimilarityParameters.of(Preset.BALANCED),
                Relation.NEAR,
                MustAgree.NONE);
        assertEquals(expected, parse("{\"near_dup\":{" + CHILD + "}}"));
    }

    public void testParametersDistinguish() throws IOException {
        NearDupRetrieverBuilder defaults = parse("{\"near_dup\":{" + CHILD + "}}");
        for (String parameter : List.of(
                "\"target_field\":\"x\"",
                "\"rank_window_size\":20",
                "\"track_similar\":true",
                "\"collapse\":false",
                "\"dest\":{\"index\":\"pages-ndd\"}",
                "\"must_agree\":[\"lang\"]",
                "\"decisions_index\":\"decided\"",
                "\"min_relation\":\"same\"",
                "\"min_relation\":\"overlap\"",
                "\"preset\":\"strict\"",
                "\"resemblance\":0.95",
                "\"min_score\":2",
                "\"filter\":{\"match_none\":{}}")) {
            NearDupRetrieverBuilder other = parse("{\"near_dup\":{" + parameter + "," + CHILD + "}}");
            assertNotEquals(parameter, defaults, other);
            assertEquals(parameter, other, parse("{\"near_dup\":{" + CHILD + "," + parameter + "}}"));
        }
    }

    public void testMarket() throws IOException {
        String groups = "\"dest\":{\"index\":\"pages-ndd\"}";
        NearDupRetrieverBuilder without = parse("{\"near_dup\":{" + groups + "," + CHILD + "}}");
        NearDupRetrieverBuilder german = parse("{\"near_dup\":{\"market\":\"de\"," + groups + "," + CHILD + "}}");
        assertNull(without.rule().market());
        assertEquals("de", german.rule().market());
        assertNotEquals(without, german);
        assertRejected(
                "\"market\":\"de\"",
                "[market] must be omitted without [dest], as the run determines the documents of a market, but was [de]");
        assertRejected(
                groups + ",\"market\":\"de\",\"min_relation\":\"same\"",
                "[min_relation] must be [near] if [market] is specified, but was [same]");
        assertRejected(
                groups + ",\"market\":\"DE\"",
                "[market] must name a market with 1 to 32 lower-case letters, digits, [_] and [-], but was [DE]");
    }

    /** Without a minimum confidence, groups hide all duplicates, which differs from the default of a comparison. */
    public void testMinConfidenceOfGroups() throws IOException {
        String groups = "\"dest\":{\"index\":\"pages-ndd\"}," + CHILD;
        NearDupRetrieverBuilder all = parse("{\"near_dup\":{" + groups + "}}");
        NearDupRetrieverBuilder some = parse("{\"near_dup\":{\"min_confidence\":"
                + SimilarityParameters.BALANCED.minConfidence() + "," + groups + "}}");
        assertNotEquals(all, some);
        for (NearDupRetrieverBuilder retriever : List.of(all, some)) {
            assertEquals(retriever, parse(Strings.toString(retriever)));
        }
    }

    public void testBadInput() {
        assertRejected("\"rank_window_size\":0", "[rank_window_size] must be between [1] and [1000], but was [0]");
        assertRejected(
                "\"rank_window_size\":1001", "[rank_window_size] must be between [1] and [1000], but was [1001]");
        assertRejected("\"dest\":{\"index\":\"\"}", "[dest] must be the destination of a run, but was []");
        assertRejected("\"dest\":{\"index\":\"a*\"}", "[dest] must be the destination of a run, but was [a*]");
        assertRejected("\"target_field\":\"\"", "[target_field] must be the name of a field, but was []");
        assertRejected("\"decisions_index\":\"\"", "[decisions_index] must be the name of one index, but was []");
        assertRejected("\"containment\":-1", "[containment] must be between");
        assertRejected("\"preset\":\"none\"", "[preset] must be one of [balanced, strict, pku2007], but was [none]");
        assertRejected("\"must_agree\":\"\"", "[must_agree] must be at most [8] different names of fields, but was []");
        assertRejected(
                "\"must_agree\":\"lang\",\"dest\":{\"index\":\"pages-ndd\"}",
                "[must_agree] must be omitted if [dest] is specified");
        String ofRun =
                "similarity parameters other than [min_confidence] must be omitted if [dest] is specified, as its run";
        assertRejected("\"preset\":\"strict\",\"dest\":{\"index\":\"pages-ndd\"}", ofRun);
        assertRejected("\"window\":5,\"dest\":{\"index\":\"pages-ndd\"}", ofRun);
        assertRejected(
                "\"min_relation\":\"equal\"", "[min_relation] must be one of [same, near, overlap], but was [equal]");
        assertRejected(
                "\"min_relation\":\"overlap\",\"dest\":{\"index\":\"pages-ndd\"}",
                "[min_relation] must be one of [same, near], as only these are duplicates, but was [overlap]");
        assertRejected("\"windows\":1", "unknown field [windows]");
        Exception e = expectThrows(ParsingException.class, () -> parse("{\"near_dup\":{\"target_field\":\"ndd\"}}"));
        assertThat(e.getMessage(), containsString("Required [retriever]"));
    }

    public void testRejectsSizeAboveWindow() throws IOException {
        NearDupRetrieverBuilder retriever = parse("{\"near_dup\":{\"rank_window_size\":10," + CHILD + "}}");
        assertNull(retriever.validate(new SearchSourceBuilder().size(10), null, false, false));
        ActionRequestValidationException e = retriever.validate(new SearchSourceBuilder().size(11), null, false, false);
        assertThat(
                e.getMessage(),
                containsString("[near_dup] requires [rank_window_size: 10] be greater than or equal to [size: 11]"));
    }

    private void assertRejected(String parameter, String message) {
        for (String body : List.of(parameter + "," + CHILD, CHILD + "," + parameter)) {
            Exception e = expectThrows(ParsingException.class, () -> parse("{\"near_dup\":{" + body + "}}"));
            assertThat(e.getMessage(), containsString(message));
            assertEquals(400, ExceptionsHelper.status(e).getStatus());
        }
    }

    private NearDupRetrieverBuilder parse(String json) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
            return doParseInstance(parser);
        }
    }

    @Override
    protected NearDupRetrieverBuilder doParseInstance(XContentParser parser) throws IOException {
        return (NearDupRetrieverBuilder) RetrieverBuilder.parseTopLevelRetrieverBuilder(
                parser, new RetrieverParserContext(new SearchUsage(), feature -> true));
    }

    @Override
    protected NearDupRetrieverBuilder createTestInstance() {
        RetrieverBuilder child = new StandardRetrieverBuilder(QueryBuilders.termQuery("a", randomAlphaOfLength(3)));
        String groups = randomBoolean() ? null : randomAlphaOfLength(5);
        NearDupRetrieverBuilder retriever = TestRetrievers.of(
                child,
                randomAlphaOfLength(4),
                randomIntBetween(1, NearDupRetrieverBuilder.MAX_WINDOW),
                randomBoolean(),
                groups,
                groups != null
                        ? SimilarityParameters.BALANCED.withMinConfidence(randomDouble())
                        : SimilarityParameters.of(randomFrom(Preset.values())),
                groups != null ? randomFrom(Relation.SAME, Relation.NEAR) : randomFrom(Relation.NEAR, Relation.OVERLAP),
                groups != null || randomBoolean() ? MustAgree.NONE : new MustAgree(List.of("lang", "type")));
        if (randomBoolean()) {
            retriever.getPreFilterQueryBuilders().add(new MatchAllQueryBuilder());
        }
        if (randomBoolean()) {
            retriever.minScore(randomFloat()).retrieverName(randomAlphaOfLength(4));
        }
        return retriever;
    }

    @Override
    protected boolean supportsUnknownFields() {
        return false;
    }

    @Override
    protected String[] getShuffleFieldsExceptions() {
        return new String[] {""};
    }

    @Override
    protected NamedXContentRegistry xContentRegistry() {
        return new NamedXContentRegistry(MODULE.getNamedXContents());
    }
}
