package org.ndd.aggs;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.search.aggregations.Aggregator;
import org.elasticsearch.search.aggregations.AggregatorFactories;
import org.elasticsearch.search.aggregations.AggregatorFactory;
import org.elasticsearch.search.aggregations.CardinalityUpperBound;
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.search.aggregations.NonCollectingAggregator;
import org.elasticsearch.search.aggregations.support.AggregationContext;
import org.ndd.config.DocumentFields;
import org.ndd.config.MappingCheck;
import org.ndd.core.group.FingerprintSketch;
import org.ndd.template.TemplateStore;

/**
 * Makes the aggregator of a shard; one that collects nothing where the index does not have the field, as other aggregations do. A warning
 * says so: a field that is misspelt would look like no duplicates otherwise.
 */
final class NearDupAggregatorFactory extends AggregatorFactory {

    private final DocumentFields fields;
    private final SetParameters parameters;
    private final Supplier<TemplateStore> templates;

    NearDupAggregatorFactory(
            String name,
            DocumentFields fields,
            SetParameters parameters,
            Supplier<TemplateStore> templates,
            AggregationContext context,
            AggregatorFactory parent,
            AggregatorFactories.Builder subFactories,
            Map<String, Object> metadata)
            throws IOException {
        super(name, context, parent, subFactories, metadata);
        this.fields = fields;
        this.parameters = parameters;
        this.templates = templates;
        if (parameters.verification() != null) {
            // templates may be learned anew while the index stays as it is; whoever asks for the time is not kept in
            // the request cache
            context.nowInMillis();
        }
    }

    @Override
    protected Aggregator createInternal(
            Aggregator parent, CardinalityUpperBound cardinality, Map<String, Object> metadata) throws IOException {
        MappedFieldType fingerprints = context.getFieldType(fields.fingerprints());
        MappedFieldType digest = context.getFieldType(fields.digest());
        if (fingerprints == null && digest == null) {
            HeaderWarning.addWarning("[near_dup] counts no document of this index: "
                    + MappingCheck.missing(
                            context.getIndexSettings().getIndex().getName(), fields.parent(), fields.fingerprints()));
            return new NonCollectingAggregator(name, context, parent, factories, metadata) {
                @Override
                public InternalAggregation buildEmptyAggregation() {
                    return empty(name, parameters, metadata());
                }
            };
        }
        if (fingerprints == null
                || digest == null
                || fingerprints.isIndexed() == false
                || digest.hasDocValues() == false) {
            throw new IllegalArgumentException("[field] must be mapped as [near_dup], but was [" + fields.parent()
                    + "], whose fields [fingerprints] and [digest] are not as the processor's");
        }
        return new NearDupAggregator(
                name, factories, fields, parameters, templates, context, parent, cardinality, metadata);
    }

    static InternalNearDup empty(String name, SetParameters parameters, Map<String, Object> metadata) {
        InternalNearDup.Sample nothing = new InternalNearDup.Sample(null, FingerprintSketch.MOST, 0, 0, 0);
        return new InternalNearDup(name, parameters, nothing, List.of(), Map.of(), metadata);
    }
}
