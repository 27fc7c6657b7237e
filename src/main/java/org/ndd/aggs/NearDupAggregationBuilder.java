package org.ndd.aggs;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.search.aggregations.AbstractAggregationBuilder;
import org.elasticsearch.search.aggregations.AggregationBuilder;
import org.elasticsearch.search.aggregations.AggregatorFactories;
import org.elasticsearch.search.aggregations.AggregatorFactory;
import org.elasticsearch.search.aggregations.support.AggregationContext;
import org.elasticsearch.xcontent.ContextParser;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.aggs.SetParameters.Verification;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.boilerplate.SearchBoilerplate;
import org.ndd.compat.NddVersion;
import org.ndd.config.DocumentFields;
import org.ndd.config.MatchRule;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.decisions.DecisionIndex;
import org.ndd.decisions.SearchDecisions;

/** The request: {@code "near_dup": {"target_field": "ndd", "size": 10}}. */
public final class NearDupAggregationBuilder extends AbstractAggregationBuilder<NearDupAggregationBuilder> {

    /** The aggregation's name in requests and on the wire. */
    public static final String NAME = "near_dup";

    private static final ParseField FIELD = new ParseField("target_field");
    private static final ParseField SIZE = new ParseField("size");
    private static final ParseField SHARD_SIZE = new ParseField("shard_size");
    private static final ParseField MIN_DOC_COUNT = new ParseField("min_doc_count");
    private static final ParseField FINGERPRINT_RESEMBLANCE = new ParseField("fingerprint_resemblance");
    private static final ParseField VERIFY = new ParseField("verify");
    private static final ParseField MAX_VERIFIED = new ParseField("max_verified");

    private static final ObjectParser<NearDupAggregationBuilder, String> PARSER = new ObjectParser<>(NAME);

    static {
        PARSER.declareString(NearDupAggregationBuilder::field, FIELD);
        PARSER.declareInt(NearDupAggregationBuilder::size, SIZE);
        PARSER.declareInt(NearDupAggregationBuilder::shardSize, SHARD_SIZE);
        PARSER.declareLong(NearDupAggregationBuilder::minDocCount, MIN_DOC_COUNT);
        PARSER.declareDouble(NearDupAggregationBuilder::fingerprintResemblance, FINGERPRINT_RESEMBLANCE);
        PARSER.declareBoolean(NearDupAggregationBuilder::verify, VERIFY);
        PARSER.declareInt(NearDupAggregationBuilder::maxVerified, MAX_VERIFIED);
        PARSER.declareString(
                (builder, value) -> builder.minRelation(Relation.parseMinimum(value)), MatchRule.MIN_RELATION);
        PARSER.declareString(NearDupAggregationBuilder::decisionsIndex, DecisionIndex.PARAMETER);
        SimilarityOptions.declareFields(PARSER, builder -> builder.typed);
    }

    private final Supplier<BoilerplateRegistry> registry;
    private final SimilarityOptions.Builder typed = new SimilarityOptions.Builder();
    private String field = DocumentFields.DEFAULT_PARENT;
    private int size = SetParameters.DEFAULT_SIZE;
    private Integer shardSize;
    private long minDocCount = SetParameters.DEFAULT_MIN_DOC_COUNT;
    private double fingerprintResemblance = SetParameters.DEFAULT_FINGERPRINT_RESEMBLANCE;
    private boolean verify;
    private int maxVerified = Verification.DEFAULT_MAX_VERIFIED;
    private Relation minRelation = MatchRule.DEFAULT_RELATION;
    private SimilarityParameters similarity = SimilarityParameters.BALANCED;
    private SearchBoilerplate boilerplate = SearchBoilerplate.UNKNOWN;
    private SearchDecisions decisions = SearchDecisions.NONE;

    /**
     * Parses requests; rejects values out of their range.
     *
     * @param registry supplies the registry of the node
     */
    public static ContextParser<String, NearDupAggregationBuilder> parser(Supplier<BoilerplateRegistry> registry) {
        return (parser, name) -> {
            NearDupAggregationBuilder builder =
                    PARSER.parse(parser, new NearDupAggregationBuilder(name, registry), name);
            builder.similarity = builder.typed.build();
            builder.parameters();
            return builder;
        };
    }

    /**
     * Creates a request with default values.
     *
     * @param registry supplies the registry of the node
     */
    public NearDupAggregationBuilder(String name, Supplier<BoilerplateRegistry> registry) {
        super(name);
        this.registry = registry;
    }

    public NearDupAggregationBuilder(StreamInput in, Supplier<BoilerplateRegistry> registry) throws IOException {
        super(in);
        this.registry = registry;
        NddVersion.readSame(in);
        field = in.readString();
        size = in.readVInt();
        shardSize = in.readOptionalVInt();
        minDocCount = in.readVLong();
        fingerprintResemblance = in.readDouble();
        verify = in.readBoolean();
        maxVerified = in.readVInt();
        minRelation = in.readEnum(Relation.class);
        similarity = SimilarityOptions.readFrom(in);
        boilerplate = new SearchBoilerplate(in);
        decisions = new SearchDecisions(in);
    }

    private NearDupAggregationBuilder(
            NearDupAggregationBuilder clone, AggregatorFactories.Builder factories, Map<String, Object> metadata) {
        super(clone, factories, metadata);
        registry = clone.registry;
        field = clone.field;
        size = clone.size;
        shardSize = clone.shardSize;
        minDocCount = clone.minDocCount;
        fingerprintResemblance = clone.fingerprintResemblance;
        verify = clone.verify;
        maxVerified = clone.maxVerified;
        minRelation = clone.minRelation;
        similarity = clone.similarity;
        boilerplate = clone.boilerplate;
        decisions = clone.decisions;
    }

    @Override
    protected void doWriteTo(StreamOutput out) throws IOException {
        NddVersion.write(out);
        out.writeString(field);
        out.writeVInt(size);
        out.writeOptionalVInt(shardSize);
        out.writeVLong(minDocCount);
        out.writeDouble(fingerprintResemblance);
        out.writeBoolean(verify);
        out.writeVInt(maxVerified);
        out.writeEnum(minRelation);
        SimilarityOptions.writeTo(similarity, out);
        boilerplate.writeTo(out);
        decisions.writeTo(out);
    }

    /** Sets the processor's target field. */
    public NearDupAggregationBuilder field(String value) {
        field = new DocumentFields(value).parent();
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

    /** Sets the loosest relation of texts in one set, if texts are compared. */
    public NearDupAggregationBuilder minRelation(Relation value) {
        minRelation = value;
        return this;
    }

    /** Sets the parameters of the comparison. */
    public NearDupAggregationBuilder similarity(SimilarityParameters value) {
        similarity = value;
        return this;
    }

    /** Sets the index of decisions, which take precedence over texts; null for none. */
    public NearDupAggregationBuilder decisionsIndex(String value) {
        decisions = SearchDecisions.of(value);
        return this;
    }

    SearchDecisions decisions() {
        return decisions;
    }

    private SetParameters parameters() {
        int effectiveShardSize = shardSize == null ? Math.max(size, SetParameters.defaultShardSize(size)) : shardSize;
        new MatchRule(minRelation).requireVerify(verify);
        Verification verification = new Verification(similarity, minRelation, maxVerified);
        return new SetParameters(
                size, effectiveShardSize, minDocCount, fingerprintResemblance, verify ? verification : null);
    }

    @Override
    protected AggregationBuilder doRewrite(QueryRewriteContext context) {
        SearchBoilerplate next = verify ? boilerplate.rewrite(context, registry) : boilerplate;
        SearchDecisions decided = decisions.rewrite(context, new DocumentFields(field));
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
        LoadedBoilerplate loaded = verify
                ? boilerplate
                        .onShard(context.getIndexSettings().getIndex().getName(), registry.get())
                        .get()
                : null;
        return new NearDupAggregatorFactory(
                name,
                new NearDupAggregatorFactory.SetRules(new DocumentFields(field), parameters, loaded, decisions.known()),
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
        builder.field(FIELD.getPreferredName(), field);
        builder.field(SIZE.getPreferredName(), size);
        if (shardSize != null) {
            builder.field(SHARD_SIZE.getPreferredName(), shardSize);
        }
        builder.field(MIN_DOC_COUNT.getPreferredName(), minDocCount);
        builder.field(FINGERPRINT_RESEMBLANCE.getPreferredName(), fingerprintResemblance);
        builder.field(VERIFY.getPreferredName(), verify);
        builder.field(MAX_VERIFIED.getPreferredName(), maxVerified);
        builder.field(MatchRule.MIN_RELATION.getPreferredName(), minRelation.value());
        if (decisions.index() != null) {
            builder.field(DecisionIndex.PARAMETER.getPreferredName(), decisions.index());
        }
        SimilarityOptions.toXContent(similarity, builder);
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
        if (super.equals(other) == false) {
            return false;
        }
        NearDupAggregationBuilder that = (NearDupAggregationBuilder) other;
        return field.equals(that.field)
                && size == that.size
                && Objects.equals(shardSize, that.shardSize)
                && minDocCount == that.minDocCount
                && fingerprintResemblance == that.fingerprintResemblance
                && verify == that.verify
                && maxVerified == that.maxVerified
                && minRelation == that.minRelation
                && similarity.equals(that.similarity)
                && boilerplate.equals(that.boilerplate)
                && decisions.equals(that.decisions);
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                super.hashCode(),
                field,
                size,
                shardSize,
                minDocCount,
                fingerprintResemblance,
                verify,
                maxVerified,
                minRelation,
                similarity,
                boilerplate,
                decisions);
    }
}
