package org.ndd.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.search.aggregations.BaseAggregationTestCase;
import org.ndd.plugin.NddPlugin;

public class NearDupAggregationBuilderTests extends BaseAggregationTestCase<NearDupAggregationBuilder> {

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    @Override
    protected NearDupAggregationBuilder createTestAggregatorBuilder() {
        List<Object> options = new ArrayList<>();
        if (randomBoolean()) {
            options.addAll(List.of("size", between(1, 100)));
        }
        if (randomBoolean()) {
            options.addAll(List.of("shard_size", between(100, 10_000)));
        }
        if (randomBoolean()) {
            options.addAll(List.of("min_doc_count", randomLongBetween(1, Long.MAX_VALUE)));
        }
        if (randomBoolean()) {
            options.addAll(List.of("fingerprint_resemblance", randomDoubleBetween(0.01, 1, true)));
        }
        if (randomBoolean()) {
            options.addAll(List.of("target_field", randomAlphaOfLength(4)));
        }
        if (randomBoolean()) {
            options.addAll(List.of("decisions_index", "decided"));
        }
        if (randomBoolean()) {
            options.addAll(List.of("verify", true, "max_verified", between(1, 100_000)));
            options.addAll(List.of("preset", randomFrom("strict", "pku2007")));
            options.addAll(List.of("min_relation", randomFrom("same", "near", "overlap")));
        }
        NearDupAggregationBuilder builder =
                TestAggregations.dups(randomAlphaOfLength(5), () -> null, options.toArray());
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

    private static NearDupAggregationBuilder parse(String key, Object value) {
        return TestAggregations.dups("dups", () -> null, key, value);
    }
}
