package org.ndd.rank;

import java.io.IOException;
import java.util.Objects;
import java.util.function.Supplier;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.rescore.RescoreContext;
import org.elasticsearch.search.rescore.RescorerBuilder;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.boilerplate.SearchBoilerplate;
import org.ndd.compat.NddVersion;
import org.ndd.config.DocumentFields;
import org.ndd.config.MatchRule;
import org.ndd.config.MustAgree;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.decisions.DecisionIndex;
import org.ndd.decisions.SearchDecisions;
import org.ndd.pair.BreakerMemory;
import org.ndd.pair.MustAgreeFields;
import org.ndd.pair.PageRequest;
import org.ndd.pair.PairJudge;
import org.ndd.rank.NearDupRescorer.HitRules;

/** Rescorer {@code near_dup}: moves near-duplicates in a shard's window behind all other hits, except the best of each group. */
public final class NearDupRescorerBuilder extends RescorerBuilder<NearDupRescorerBuilder> {

    public static final String NAME = "near_dup";

    /** Default number of hits per shard that are compared. */
    public static final int DEFAULT_WINDOW = 100;

    /** Maximum number of hits per shard that are compared. A thread of the search pool reads and compares them. */
    public static final int MAX_WINDOW = 1000;

    private static final ParseField FIELD = new ParseField("target_field");

    private static final ObjectParser<Input, Void> PARSER = new ObjectParser<>(NAME, Input::new);

    static {
        PARSER.declareString((typed, value) -> typed.fields = new DocumentFields(value), FIELD);
        PARSER.declareString(
                (typed, value) -> typed.minRelation = Relation.parseMinimum(value), MatchRule.MIN_RELATION);
        PARSER.declareStringArray((typed, value) -> typed.mustAgree = new MustAgree(value), MustAgree.PARAMETER);
        PARSER.declareString((typed, value) -> typed.decisionsIndex = value, DecisionIndex.PARAMETER);
        SimilarityOptions.declareFields(PARSER, typed -> typed.similarity);
        PARSER.declareInt((typed, value) -> typed.windowSize = value, WINDOW_SIZE_FIELD);
    }

    private static final class Input {
        private final SimilarityOptions.Builder similarity = new SimilarityOptions.Builder();
        private Relation minRelation = MatchRule.DEFAULT_RELATION;
        private Integer windowSize;
        private MustAgree mustAgree = MustAgree.NONE;
        private String decisionsIndex;
        private DocumentFields fields = new DocumentFields(DocumentFields.DEFAULT_PARENT);
    }

    private final DocumentFields fields;
    private final SimilarityParameters similarity;
    private final Relation minRelation;
    private final MustAgree mustAgree;
    private final Supplier<BoilerplateRegistry> registry;
    private final SearchBoilerplate boilerplate;
    private SearchDecisions decisions = SearchDecisions.NONE;

    /**
     * @param fields names of the fields that the processor writes
     * @param similarity thresholds and rule for near-duplicates
     * @param minRelation the loosest relation to a better hit that demotes a hit
     * @param mustAgree fields whose values must agree for a hit to be demoted
     * @param registry supplies the boilerplate registry of the node
     */
    public NearDupRescorerBuilder(
            DocumentFields fields,
            SimilarityParameters similarity,
            Relation minRelation,
            MustAgree mustAgree,
            Supplier<BoilerplateRegistry> registry) {
        this.fields = Objects.requireNonNull(fields, "fields");
        this.similarity = Objects.requireNonNull(similarity, "similarity");
        this.minRelation = Objects.requireNonNull(minRelation, "minRelation");
        this.mustAgree = Objects.requireNonNull(mustAgree, "mustAgree");
        this.registry = registry;
        this.boilerplate = SearchBoilerplate.UNKNOWN;
        this.windowSize = DEFAULT_WINDOW;
    }

    /** Creates a copy in another state of the rewriting. */
    private NearDupRescorerBuilder(
            NearDupRescorerBuilder other, SearchBoilerplate boilerplate, SearchDecisions decisions) {
        this.fields = other.fields;
        this.similarity = other.similarity;
        this.minRelation = other.minRelation;
        this.mustAgree = other.mustAgree;
        this.registry = other.registry;
        this.boilerplate = boilerplate;
        this.decisions = decisions;
        this.windowSize = other.windowSize;
    }

    /**
     * Sets the index of decisions, which take precedence over texts.
     *
     * @param index index of decisions, or {@code null} for none
     * @throws IllegalArgumentException if the value is not the name of one index
     */
    NearDupRescorerBuilder withDecisions(String index) {
        decisions = SearchDecisions.of(index);
        return this;
    }

    public NearDupRescorerBuilder(StreamInput in, Supplier<BoilerplateRegistry> registry) throws IOException {
        super(in);
        NddVersion.readSame(in);
        this.registry = registry;
        this.fields = new DocumentFields(in.readString());
        this.similarity = SimilarityOptions.readFrom(in);
        this.minRelation = in.readEnum(Relation.class);
        this.mustAgree = new MustAgree(in);
        this.boilerplate = new SearchBoilerplate(in);
        this.decisions = new SearchDecisions(in);
    }

    /** Parses the user's input, except {@code window_size}, which is one level higher. */
    public static NearDupRescorerBuilder fromXContent(XContentParser parser, Supplier<BoilerplateRegistry> registry) {
        Input typed = PARSER.apply(parser, null);
        if (typed.windowSize != null) {
            throw new IllegalArgumentException("[window_size] must be specified with [" + NAME
                    + "], as of every rescorer, but was [" + typed.windowSize + "] in it");
        }
        return new NearDupRescorerBuilder(
                        typed.fields, typed.similarity.build(), typed.minRelation, typed.mustAgree, registry)
                .withDecisions(typed.decisionsIndex);
    }

    /**
     * Sets the number of best hits of a shard that are compared.
     *
     * @throws IllegalArgumentException if the number is not 1 to {@link #MAX_WINDOW}
     */
    @Override
    public NearDupRescorerBuilder windowSize(int hits) {
        if (hits < 1 || hits > MAX_WINDOW) {
            throw new IllegalArgumentException(
                    "[window_size] must be between [1] and [" + MAX_WINDOW + "], but was [" + hits + "]");
        }
        return super.windowSize(hits);
    }

    @Override
    protected void doWriteTo(StreamOutput out) throws IOException {
        NddVersion.write(out);
        out.writeString(fields.parent());
        SimilarityOptions.writeTo(similarity, out);
        out.writeEnum(minRelation);
        mustAgree.writeTo(out);
        boilerplate.writeTo(out);
        decisions.writeTo(out);
    }

    @Override
    protected void doXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject(NAME);
        builder.field(FIELD.getPreferredName(), fields.parent());
        builder.field(MatchRule.MIN_RELATION.getPreferredName(), minRelation.value());
        builder.stringListField(MustAgree.PARAMETER.getPreferredName(), mustAgree.fields());
        if (decisions.index() != null) {
            builder.field(DecisionIndex.PARAMETER.getPreferredName(), decisions.index());
        }
        SimilarityOptions.toXContent(similarity, builder);
        builder.endObject();
    }

    @Override
    protected RescoreContext innerBuildContext(int window, SearchExecutionContext context) {
        PageRequest.requireMapped(fields, context);
        String index = context.index().getName();
        CircuitBreaker breaker = context.getCircuitBreaker();
        return new NearDupRescorer.Context(
                window,
                new HitRules(
                        index,
                        fields,
                        boilerplate.onShard(index, registry.get()).get(),
                        new PairJudge(similarity, new MatchRule(minRelation), BreakerMemory.of(breaker)),
                        MustAgreeFields.of(mustAgree, context),
                        decisions.known(),
                        breaker == null ? new NoopCircuitBreaker(CircuitBreaker.REQUEST) : breaker));
    }

    @Override
    public NearDupRescorerBuilder rewrite(QueryRewriteContext context) {
        SearchBoilerplate next = boilerplate.rewrite(context, registry);
        SearchDecisions decided = decisions.rewrite(context, fields);
        return next == boilerplate && decided == decisions ? this : new NearDupRescorerBuilder(this, next, decided);
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public TransportVersion getMinimalSupportedVersion() {
        return TransportVersion.zero();
    }

    @Override
    public boolean equals(Object other) {
        return super.equals(other)
                && other instanceof NearDupRescorerBuilder that
                && fields.equals(that.fields)
                && similarity.equals(that.similarity)
                && minRelation == that.minRelation
                && mustAgree.equals(that.mustAgree)
                && boilerplate.equals(that.boilerplate)
                && decisions.equals(that.decisions);
    }

    @Override
    public int hashCode() {
        return Objects.hash(super.hashCode(), fields, similarity, minRelation, mustAgree, boilerplate, decisions);
    }
}
