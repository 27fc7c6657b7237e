package org.ndd.search;

import java.io.IOException;
import java.util.Arrays;
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

    private static final ObjectParser<NearDupAggregationBuilder, String> PARSER = new ObjectParser<>(NAME);

    static {
        BodyFields.declareInt(PARSER, NearDupAggregationBuilder::size, SIZE);
        BodyFields.declareInt(PARSER, NearDupAggregationBuilder::shardSize, SHARD_SIZE);
        BodyFields.declareLong(PARSER, NearDupAggregationBuilder::minDocCount, MIN_DOC_COUNT);
        PARSER.declareDouble(NearDupAggregationBuilder::fingerprintResemblance, FINGERPRINT_RESEMBLANCE);
        PARSER.declareBoolean(NearDupAggregationBuilder::verify, VERIFY);
        BodyFields.declareInt(PARSER, NearDupAggregationBuilder::maxVerified, MAX_VERIFIED);
        ComparisonOptions.Builder.declareFields(PARSER, builder -> builder.typed);
        ComparisonOptions.Builder.declareMinRelation(PARSER, builder -> builder.typed);
    }

    private final Supplier<BoilerplateRegistry> registry;
    private final ComparisonOptions.Builder typed = new ComparisonOptions.Builder();
    private ComparisonOptions comparison = ComparisonOptions.DEFAULT;
    private int size = SetParameters.DEFAULT_SIZE;
    private Integer shardSize;
    private long minDocCount = SetParameters.DEFAULT_MIN_DOC_COUNT;
    private double fingerprintResemblance = SetParameters.DEFAULT_FINGERPRINT_RESEMBLANCE;
    private boolean verify;
    private int maxVerified = Verification.DEFAULT_MAX_VERIFIED;
    private SearchBoilerplate boilerplate = SearchBoilerplate.UNKNOWN;
    private SearchDecisions decisions = SearchDecisions.of(comparison);

    /** Parses requests; rejects values out of their range. */
    public static ContextParser<String, NearDupAggregationBuilder> parser(Supplier<BoilerplateRegistry> registry) {
        return (parser, name) -> {
            NearDupAggregationBuilder builder =
                    PARSER.parse(parser, new NearDupAggregationBuilder(name, registry), name);
            builder.comparison(builder.typed.build());
            builder.parameters();
            return builder;
        };
    }

    /** Creates a request with default values. */
    public NearDupAggregationBuilder(String name, Supplier<BoilerplateRegistry> registry) {
        super(name);
        this.registry = registry;
    }

    public NearDupAggregationBuilder(StreamInput in, Supplier<BoilerplateRegistry> registry) throws IOException {
        super(in);
        this.registry = registry;
        NddVersion.readSame(in);
        comparison = new ComparisonOptions(in);
        size = in.readVInt();
        shardSize = in.readOptionalVInt();
        minDocCount = in.readVLong();
        fingerprintResemblance = in.readDouble();
        verify = in.readBoolean();
        maxVerified = in.readVInt();
        boilerplate = new SearchBoilerplate(in);
        decisions = new SearchDecisions(in);
    }

    private NearDupAggregationBuilder(
            NearDupAggregationBuilder clone, AggregatorFactories.Builder factories, Map<String, Object> metadata) {
        super(clone, factories, metadata);
        registry = clone.registry;
        comparison = clone.comparison;
        size = clone.size;
        shardSize = clone.shardSize;
        minDocCount = clone.minDocCount;
        fingerprintResemblance = clone.fingerprintResemblance;
        verify = clone.verify;
        maxVerified = clone.maxVerified;
        boilerplate = clone.boilerplate;
        decisions = clone.decisions;
    }

    @Override
    protected void doWriteTo(StreamOutput out) throws IOException {
        NddVersion.write(out);
        comparison.writeTo(out);
        out.writeVInt(size);
        out.writeOptionalVInt(shardSize);
        out.writeVLong(minDocCount);
        out.writeDouble(fingerprintResemblance);
        out.writeBoolean(verify);
        out.writeVInt(maxVerified);
        boilerplate.writeTo(out);
        decisions.writeTo(out);
    }

    /** Sets the options of the comparison. The relation and the similarity are used only if texts are compared. */
    public NearDupAggregationBuilder comparison(ComparisonOptions value) {
        comparison = value;
        decisions = SearchDecisions.of(value);
        return this;
    }

    /** Sets the maximum number of sets in the response; 1 to {@value SetParameters#MAX_SIZE}. */
    public NearDupAggregationBuilder size(int value) {
        size = value;
        return this;
    }

    /** Sets the maximum number of sets that a shard sends; {@code size} to {@value SetParameters#MAX_SIZE}. */
    public NearDupAggregationBuilder shardSize(int value) {
        shardSize = value;
        return this;
    }

    /** Sets the minimum number of documents of a set in the response; 1 or more. */
    public NearDupAggregationBuilder minDocCount(long value) {
        minDocCount = value;
        return this;
    }

    /** Sets the minimum share of common fingerprints of a text and its set's leader; above 0, to 1. */
    public NearDupAggregationBuilder fingerprintResemblance(double value) {
        fingerprintResemblance = value;
        return this;
    }

    /** Sets whether full texts are compared, so that buckets are sets of near-duplicates. */
    public NearDupAggregationBuilder verify(boolean value) {
        verify = value;
        return this;
    }

    /** Sets the maximum number of comparisons per shard, and the same number again on the coordinating node. */
    public NearDupAggregationBuilder maxVerified(int value) {
        maxVerified = value;
        return this;
    }

    SearchDecisions decisions() {
        return decisions;
    }

    private SetParameters parameters() {
        int effectiveShardSize = shardSize == null ? Math.max(size, SetParameters.defaultShardSize(size)) : shardSize;
        comparison.match().requireVerify(verify);
        Verification verification =
                new Verification(comparison.similarity(), comparison.match().minRelation(), maxVerified);
        return new SetParameters(
                size, effectiveShardSize, minDocCount, fingerprintResemblance, verify ? verification : null);
    }

    @Override
    protected AggregationBuilder doRewrite(QueryRewriteContext context) {
        SearchBoilerplate next = verify ? boilerplate.rewrite(context, registry) : boilerplate;
        SearchDecisions decided = decisions.rewrite(context, comparison);
        if (next == boilerplate && decided == decisions) {
            return this;
        }
        NearDupAggregationBuilder rewritten = new NearDupAggregationBuilder(this, factoriesBuilder, getMetadata());
        rewritten.boilerplate = next;
        rewritten.decisions = decided;
        return rewritten;
    }

    @Override
    protected AggregatorFactory doBuild(
            AggregationContext context, AggregatorFactory parent, AggregatorFactories.Builder subFactories)
            throws IOException {
        SetParameters parameters = parameters();
        if (verify) {
            QueryCount.add(context);
        }
        LoadedBoilerplate loaded = verify
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
        return new NearDupAggregationBuilder(this, factories, metadata);
    }

    @Override
    public BucketCardinality bucketCardinality() {
        return BucketCardinality.MANY;
    }

    @Override
    protected XContentBuilder internalXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field(SIZE.getPreferredName(), size);
        if (shardSize != null) {
            builder.field(SHARD_SIZE.getPreferredName(), shardSize);
        }
        builder.field(MIN_DOC_COUNT.getPreferredName(), minDocCount);
        builder.field(FINGERPRINT_RESEMBLANCE.getPreferredName(), fingerprintResemblance);
        builder.field(VERIFY.getPreferredName(), verify);
        builder.field(MAX_VERIFIED.getPreferredName(), maxVerified);
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
        return Arrays.asList(
                comparison,
                size,
                shardSize,
                minDocCount,
                fingerprintResemblance,
                verify,
                maxVerified,
                boilerplate,
                decisions);
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
                // reading the time excludes the request from the request cache, because boilerplate may be learned
                // again
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
            if (unmapped == false
                    && (fingerprints == null || digest == null || Calls.hasTerms(fingerprints) == false)) {
                throw new IllegalArgumentException("[target_field] must be mapped as [near_dup], but was ["
                        + fields.parent() + "], whose fields [fingerprints] and [digest] are not as the processor's");
            }
            return unmapped ? List.of(unmapped(fields, context)) : List.of();
        }

        /**
         * Returns the warning about a missing field, which is not an error, as for other aggregations. Without the warning, a misspelled
         * field would look like an index without duplicates.
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
