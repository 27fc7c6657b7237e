package org.ndd.search;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.aggregations.BaseAggregationTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentFields;
import org.ndd.config.MatchRule;
import org.ndd.config.MustAgree;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.plugin.NddPlugin;

public class NearDupAggregationBuilderTests extends BaseAggregationTestCase<NearDupAggregationBuilder> {

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    @Override
    protected NearDupAggregationBuilder createTestAggregatorBuilder() {
        NearDupAggregationBuilder builder = new NearDupAggregationBuilder(randomAlphaOfLength(5), () -> null);
        if (randomBoolean()) {
            builder.size(between(1, 100));
        }
        if (randomBoolean()) {
            builder.shardSize(between(100, 10_000));
        }
        if (randomBoolean()) {
            builder.minDocCount(randomLongBetween(1, Long.MAX_VALUE));
        }
        if (randomBoolean()) {
            builder.fingerprintResemblance(randomDoubleBetween(0.01, 1, true));
        }
        if (randomBoolean()) {
            builder.verify(true);
        }
        if (randomBoolean()) {
            builder.maxVerified(between(1, 100_000));
        }
        if (randomBoolean()) {
            builder.verify(true)
                    .comparison(new ComparisonOptions(
                            new DocumentFields(randomAlphaOfLength(4)),
                            randomFrom(SimilarityParameters.STRICT, SimilarityParameters.PKU2007),
                            new MatchRule(randomFrom(Relation.SAME, Relation.NEAR, Relation.OVERLAP)),
                            MustAgree.NONE,
                            randomBoolean() ? null : "decided"));
        }
        if (randomBoolean()) {
            builder.setMetadata(Map.of("a", 1));
        }
        return builder;
    }

    public void testValuesOutOfRange() {
        assertRejected("size", 0, "[size] must be between [1] and [10000], but was [0]");
        assertRejected("size", 10_001, "[size] must be between [1] and [10000], but was [10001]");
        assertRejected("shard_size", 9, "[shard_size] must be between [10] and [10000], but was [9]");
        assertRejected("min_doc_count", 0, "[min_doc_count] must be at least [1], but was [0]");
        assertRejected("target_field", "", "[target_field] must be the name of a field, but was []");
        for (double wrong : new double[] {0, -1, 1.1}) {
            assertRejected(
                    "fingerprint_resemblance",
                    wrong,
                    "[fingerprint_resemblance] must be above [0] and at most [1], but was [" + wrong + "]");
        }
        assertRejected("max_verified", 0, "[max_verified] must be between [1] and [100000], but was [0]");
        assertRejected("resemblance", 2, "[resemblance] must be");
        assertRejected("preset", "exact", "[preset] must be one of [balanced, strict, pku2007], but was [exact]");
        assertRejected("min_relation", "alike", "[min_relation] must be one of [same, near, overlap], but was [alike]");
        assertRejected(
                "min_relation",
                "same",
                "[min_relation] must be omitted if [verify] is false, as nothing is compared then, but was [same]");
        assertRejected("decisions_index", "a*", "[decisions_index] must be the name of one index, but was [a*]");
        assertRejected("sized", 1, "unknown field [sized]");
    }

    public void testDefaultShardSize() {
        assertEquals(300, SetParameters.defaultShardSize(10));
        assertEquals(SetParameters.MAX_SIZE, SetParameters.defaultShardSize(SetParameters.MAX_SIZE));
    }

    private static void assertRejected(String key, Object value, String message) {
        Exception e = expectThrows(Exception.class, () -> parse(key, value));
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        assertTrue(cause.getMessage(), cause.getMessage().contains(message));
    }

    private static NearDupAggregationBuilder parse(String key, Object value) throws IOException {
        String json =
                value instanceof String ? "{\"" + key + "\": \"" + value + "\"}" : "{\"" + key + "\": " + value + "}";
        try (XContentParser parser = JsonXContent.jsonXContent.createParser(XContentParserConfiguration.EMPTY, json)) {
            return NearDupAggregationBuilder.parser(() -> null).parse(parser, "dups");
        }
    }
}
