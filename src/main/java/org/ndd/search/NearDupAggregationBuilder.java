package org.ndd.search;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.search.aggregations.AbstractAggregationBuilder;
import org.elasticsearch.search.aggregations.AggregationBuilder;
import org.elasticsearch.search.aggregations.Aggregator;
import org.elasticsearch.search.aggregations.AggregatorFactories;
import org.elasticsearch.search.aggregations.AggregatorFactory;
import org.elasticsearch.search.aggregations.CardinalityUpperBound;
import org.elasticsearch.search.aggregations.support.AggregationContext;
import org.elasticsearch.xcontent.ContextParser;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.boilerplate.SearchBoilerplate;
import org.ndd.compat.Calls;
import org.ndd.compat.NddVersion;
import org.ndd.config.BodyFields;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentFields;
import org.ndd.config.MappingCheck;
import org.ndd.core.group.FingerprintSketch;
import org.ndd.decisions.KnownDecisions;
import org.ndd.decisions.SearchDecisions;
import org.ndd.search.NearDupQuery.QueryCount;
import org.ndd.search.SetParameters.Verification;

/** The request: {@code "near_dup": {"target_field": "ndd", "size": 10}}. */
public final class NearDupAggregationBuilder extends AbstractAggregationBuilder<NearDupAggregationBuilder> {

    public static final String NAME = "near_dup";

    private static final ParseField SIZE = new ParseField("size");
    private static final ParseField SHARD_SIZE = new ParseField("shard_size");
    private static final ParseField MIN_DOC_COUNT = new ParseField("min_doc_count");
    private static final ParseField FINGERPRINT_RESEMBLANCE = new ParseField("fingerprint_resemblance");
    private static final ParseField VERIFY = new ParseField("verify");
    private static final ParseField MAX_VERIFIED = new ParseField("max_verified");

    private static final ObjectParser<Input, Void> PARSER = new ObjectParser<>(NAME, Input::new);

    static {
        BodyFields.declareInt(PARSER, (typed, value) -> typed.size = value, SIZE);
        BodyFields.declareInt(PARSER, (typed, value) -> typed.shardSize = value, SHARD_SIZE);
        BodyFields.declareLong(PARSER, (typed, value) -> typed.minDocCount = value, MIN_DOC_COUNT);
        PARSER.declareDouble((typed, value) -> typed.fingerprintResemblance = value, FINGERPRINT_RESEMBLANCE);
        PARSER.declareBoolean((typed, value) -> typed.verify = value, VERIFY);
        BodyFields.declareInt(PARSER, (typed, value) -> typed.maxVerified = value, MAX_VERIFIED);
        ComparisonOptions.Builder.declareFields(PARSER, typed -> typed.comparison);
        ComparisonOptions.Builder.declareMinRelation(PARSER, typed -> typed.comparison);
    }

    private static final class Input {
        private final ComparisonOptions.Builder comparison = new ComparisonOptions.Builder();
        private int size = SetParameters.DEFAULT_SIZE;
        private Integer shardSize;
        private long minDocCount = SetParameters.DEFAULT_MIN_DOC_COUNT;
        private double fingerprintResemblance = SetParameters.DEFAULT_FINGERPRINT_RESEMBLANCE;
        private boolean verify;
        private int maxVerified = Verification.DEFAULT_MAX_VERIFIED;

        private SetParameters parameters(ComparisonOptions options) {
            options.match().requireVerify(verify);
            Verification verification =
                    new Verification(options.similarity(), options.match().minRelation(), maxVerified);
            return new SetParameters(
                    size,
                    shardSize == null ? Math.max(size, SetParameters.defaultShardSize(size)) : shardSize,
                    minDocCount,
                    fingerprintResemblance,
                    verify ? verification : null);
        }
    }

    private final Supplier<BoilerplateRegistry> registry;
    private final ComparisonOptions comparison;
    private final SetParameters parameters;
    private final SearchBoilerplate boilerplate;
    private final SearchDecisions decisions;

    /** Parses requests; rejects values out of their range. */
    public static ContextParser<String, NearDupAggregationBuilder> parser(Supplier<BoilerplateRegistry> registry) {
        return (parser, name) -> {
            Input typed = PARSER.parse(parser, null);
            ComparisonOptions comparison = typed.comparison.build();
            return new NearDupAggregationBuilder(name, comparison, typed.parameters(comparison), registry);
        };
    }

    /** @param comparison the relation and the similarity are used only if texts are compared */
    private NearDupAggregationBuilder(
            String name,
            ComparisonOptions comparison,
            SetParameters parameters,
            Supplier<BoilerplateRegistry> registry) {
        super(name);
        this.registry = registry;
        this.comparison = comparison;
        this.parameters = parameters;
        this.boilerplate = SearchBoilerplate.UNKNOWN;
        this.decisions = SearchDecisions.of(comparison);
    }

    public NearDupAggregationBuilder(StreamInput in, Supplier<BoilerplateRegistry> registry) throws IOException {
        super(in);
        this.registry = registry;
        NddVersion.readSame(in);
        comparison = new ComparisonOptions(in);
        parameters = new SetParameters(in);
        boilerplate = new SearchBoilerplate(in);
        decisions = new SearchDecisions(in);
    }

    /** Creates a copy, possibly in another state of the rewriting. */
    private NearDupAggregationBuilder(
            NearDupAggregationBuilder clone,
            AggregatorFactories.Builder factories,
            Map<String, Object> metadata,
            SearchBoilerplate boilerplate,
            SearchDecisions decisions) {
        super(clone, factories, metadata);
        registry = clone.registry;
        comparison = clone.comparison;
        parameters = clone.parameters;
        this.boilerplate = boilerplate;
        this.decisions = decisions;
    }

    @Override
    protected void doWriteTo(StreamOutput out) throws IOException {
        NddVersion.write(out);
        comparison.writeTo(out);
        parameters.writeTo(out);
        boilerplate.writeTo(out);
        decisions.writeTo(out);
    }

    SearchDecisions decisions() {
        return decisions;
    }

    private boolean verify() {
        return parameters.verification() != null;
    }

    @Override
    protected AggregationBuilder doRewrite(QueryRewriteContext context) {
        SearchBoilerplate next = verify() ? boilerplate.rewrite(context, registry) : boilerplate;
        SearchDecisions decided = decisions.rewrite(context, comparison);
        return next == boilerplate && decided == decisions
                ? this
                : new NearDupAggregationBuilder(this, factoriesBuilder, getMetadata(), next, decided);
    }

    @Override
    protected AggregatorFactory doBuild(
            AggregationContext context, AggregatorFactory parent, AggregatorFactories.Builder subFactories)
            throws IOException {
        if (verify()) {
            QueryCount.add(context);
        }
        LoadedBoilerplate loaded = verify()
                ? boilerplate
                        .onShard(context.getIndexSettings().getIndex().getName(), registry.get())
                        .get()
                : null;
        return new NearDupAggregatorFactory(
                name,
                new NearDupAggregatorFactory.SetRules(comparison.fields(), parameters, loaded, decisions.known()),
                context,
                parent,
                subFactories,
                metadata);
    }

    /** Returns false, because sets are made from all documents of a shard, so one thread must collect them all. */
    @Override
    public boolean supportsParallelCollection(ToLongFunction<String> fieldCardinalityResolver) {
        return false;
    }

    @Override
    protected AggregationBuilder shallowCopy(AggregatorFactories.Builder factories, Map<String, Object> metadata) {
        return new NearDupAggregationBuilder(this, factories, metadata, boilerplate, decisions);
    }

    @Override
    public BucketCardinality bucketCardinality() {
        return BucketCardinality.MANY;
    }

    @Override
    protected XContentBuilder internalXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field(SIZE.getPreferredName(), parameters.size());
        builder.field(SHARD_SIZE.getPreferredName(), parameters.shardSize());
        builder.field(MIN_DOC_COUNT.getPreferredName(), parameters.minDocCount());
        builder.field(FINGERPRINT_RESEMBLANCE.getPreferredName(), parameters.fingerprintResemblance());
        builder.field(VERIFY.getPreferredName(), verify());
        if (verify()) {
            builder.field(
                    MAX_VERIFIED.getPreferredName(), parameters.verification().maxVerified());
        }
        comparison.toXContent(builder);
        return builder.endObject();
    }

    @Override
    public String getType() {
        return NAME;
    }

    @Override
    public TransportVersion getMinimalSupportedVersion() {
        return TransportVersion.zero();
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other) && state().equals(((NearDupAggregationBuilder) other).state());
    }

    @Override
    public int hashCode() {
        return Objects.hash(super.hashCode(), state());
    }

    private List<Object> state() {
        return List.of(comparison, parameters, boilerplate, decisions);
    }

    /**
     * Creates the aggregator of a shard. If the index does not have the field, the result is empty, as for other aggregations, with a
     * warning.
     */
    static final class NearDupAggregatorFactory extends AggregatorFactory {

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
                // excludes the request from the request cache, because boilerplate may be learned again
                context.nowInMillis();
            }
        }

        @Override
        protected Aggregator createInternal(
                Aggregator parent, CardinalityUpperBound cardinality, Map<String, Object> metadata) throws IOException {
            return new NearDupAggregator(name, factories, rules, context, parent, cardinality, metadata);
        }

        /**
         * Checks the mapping; returns the warnings of a shard's result. A missing field is not an error, as for other aggregations. Without
         * the warning, a misspelled field would look like an index without duplicates.
         */
        static List<String> warnings(DocumentFields fields, AggregationContext context) {
            String index = context.getIndexSettings().getIndex().getName();
            MappingCheck.checkTypes(index, fields, context::getFieldType);
            MappedFieldType fingerprints = context.getFieldType(fields.fingerprints());
            MappedFieldType digest = context.getFieldType(fields.digest());
            if (fingerprints == null && digest == null) {
                return List.of("[near_dup] finds nothing: "
                        + MappingCheck.missingInShort(index, fields.parent(), fields.fingerprints()));
            }
            if (fingerprints == null || digest == null || Calls.hasTerms(fingerprints) == false) {
                throw new IllegalArgumentException("[target_field] must be mapped as [near_dup], but was ["
                        + fields.parent() + "], whose fields [fingerprints] and [digest] are not as the processor's");
            }
            return List.of();
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
         * @param boilerplate boilerplate of the shard; {@code null} if texts are not compared
         * @param decisions decisions, which take precedence over texts
         */
        record SetRules(
                DocumentFields fields,
                SetParameters parameters,
                LoadedBoilerplate boilerplate,
                KnownDecisions decisions) {}
    }
}
