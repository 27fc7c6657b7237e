package org.ndd.aggs;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.search.aggregations.Aggregator;
import org.elasticsearch.search.aggregations.AggregatorFactories;
import org.elasticsearch.search.aggregations.AggregatorFactory;
import org.elasticsearch.search.aggregations.CardinalityUpperBound;
import org.elasticsearch.search.aggregations.support.AggregationContext;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.compat.Calls;
import org.ndd.config.DocumentFields;
import org.ndd.config.MappingCheck;
import org.ndd.core.group.FingerprintSketch;
import org.ndd.decisions.KnownDecisions;

/**
 * Creates the aggregator of a shard. If the index does not have the field, the result is empty, as for other aggregations, with a warning.
 */
final class NearDupAggregatorFactory extends AggregatorFactory {

    private final SetRules rules;

    NearDupAggregatorFactory(
            String name,
            SetRules rules,
            AggregationContext context,
            AggregatorFactory parent,
            AggregatorFactories.Builder subFactories,
            Map<String, Object> metadata)
            throws IOException {
        super(name, context, parent, subFactories, metadata);
        this.rules = rules;
        if (rules.parameters().verification() != null) {
            // reading the time excludes the request from the request cache, because boilerplate may be learned again
            // while the index does not change
            context.nowInMillis();
        }
    }

    @Override
    protected Aggregator createInternal(
            Aggregator parent, CardinalityUpperBound cardinality, Map<String, Object> metadata) throws IOException {
        return new NearDupAggregator(name, factories, rules, context, parent, cardinality, metadata);
    }

    /** Checks the mapping; returns the warnings of a shard's result. */
    static List<String> warnings(DocumentFields fields, AggregationContext context) {
        MappingCheck.checkTypes(context.getIndexSettings().getIndex().getName(), fields, context::getFieldType);
        MappedFieldType fingerprints = context.getFieldType(fields.fingerprints());
        MappedFieldType digest = context.getFieldType(fields.digest());
        boolean unmapped = fingerprints == null && digest == null;
        if (unmapped == false && (fingerprints == null || digest == null || Calls.hasTerms(fingerprints) == false)) {
            throw new IllegalArgumentException("[target_field] must be mapped as [near_dup], but was ["
                    + fields.parent() + "], whose fields [fingerprints] and [digest] are not as the processor's");
        }
        return unmapped ? List.of(unmapped(fields, context)) : List.of();
    }

    /**
     * Returns the warning about a missing field, which is not an error, as for other aggregations. Without the warning, a misspelled field
     * would look like an index without duplicates.
     */
    private static String unmapped(DocumentFields fields, AggregationContext context) {
        String index = context.getIndexSettings().getIndex().getName();
        return "[near_dup] finds nothing: "
                + MappingCheck.missingInShort(index, fields.parent(), fields.fingerprints());
    }

    static InternalNearDup empty(
            String name, SetParameters parameters, List<String> warnings, Map<String, Object> metadata) {
        InternalNearDup.Sample nothing =
                new InternalNearDup.Sample(List.of(), FingerprintSketch.MAX_SIZE, 0, 0, 0, 0, warnings);
        return new InternalNearDup(name, parameters, nothing, List.of(), Map.of(), metadata);
    }

    /**
     * Determines how sets are made from the documents of a shard.
     *
     * @param fields names of the fields that the processor writes
     * @param boilerplate boilerplate of the shard; {@code null} if texts are not compared
     * @param decisions decisions, which take precedence over texts
     */
    record SetRules(
            DocumentFields fields, SetParameters parameters, LoadedBoilerplate boilerplate, KnownDecisions decisions) {}
}
