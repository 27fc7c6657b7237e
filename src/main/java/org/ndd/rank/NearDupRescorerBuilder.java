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
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.boilerplate.SearchBoilerplate;
import org.ndd.compat.NddVersion;
import org.ndd.config.BodyFields;
import org.ndd.config.ComparisonOptions;
import org.ndd.core.text.ParameterCheck;
import org.ndd.decisions.SearchDecisions;
import org.ndd.pair.BreakerMemory;
import org.ndd.pair.MustAgreeFields;
import org.ndd.pair.PageRequest;
import org.ndd.pair.PairJudge;
import org.ndd.rank.NearDupRescorer.HitRules;

/** Rescorer {@code near_dup}: moves near-duplicates in a shard's window behind all other hits, except the best of each group. */
public final class NearDupRescorerBuilder extends RescorerBuilder<NearDupRescorerBuilder> {

    public static final String NAME = "near_dup";

    public static final int DEFAULT_WINDOW = 100;

    /** Maximum number of hits per shard that are compared. A thread of the search pool reads and compares them. */
    public static final int MAX_WINDOW = 1000;

    private static final ObjectParser<Input, Void> PARSER = new ObjectParser<>(NAME, Input::new);

    static {
        ComparisonOptions.Builder.declareFields(PARSER, typed -> typed.options);
        ComparisonOptions.Builder.declareMinRelation(PARSER, typed -> typed.options);
        ComparisonOptions.Builder.declareMustAgree(PARSER, typed -> typed.options);
        BodyFields.declareInt(PARSER, (typed, value) -> typed.windowSize = value, WINDOW_SIZE_FIELD);
    }

    private static final class Input {
        private final ComparisonOptions.Builder options = new ComparisonOptions.Builder();
        private Integer windowSize;
    }

    private final ComparisonOptions options;
    private final Supplier<BoilerplateRegistry> registry;
    private final SearchBoilerplate boilerplate;
    private final SearchDecisions decisions;

    /**
     * @param options options of the comparison; a hit is demoted if it matches a better hit
     * @param registry supplies the boilerplate registry of the node
     */
    public NearDupRescorerBuilder(ComparisonOptions options, Supplier<BoilerplateRegistry> registry) {
        this.options = Objects.requireNonNull(options, "options");
        this.registry = registry;
        this.boilerplate = SearchBoilerplate.UNKNOWN;
        this.decisions = SearchDecisions.of(options);
        this.windowSize = DEFAULT_WINDOW;
    }

    /** Creates a copy in another state of the rewriting. */
    private NearDupRescorerBuilder(
            NearDupRescorerBuilder other, SearchBoilerplate boilerplate, SearchDecisions decisions) {
        this.options = other.options;
        this.registry = other.registry;
        this.boilerplate = boilerplate;
        this.decisions = decisions;
        this.windowSize = other.windowSize;
    }

    public NearDupRescorerBuilder(StreamInput in, Supplier<BoilerplateRegistry> registry) throws IOException {
        super(in);
        NddVersion.readSame(in);
        this.registry = registry;
        this.options = new ComparisonOptions(in);
        this.boilerplate = new SearchBoilerplate(in);
        this.decisions = new SearchDecisions(in);
    }

    /** Parses the user's input, except {@code window_size}, which is one level higher. */
    public static NearDupRescorerBuilder fromXContent(XContentParser parser, Supplier<BoilerplateRegistry> registry) {
        Input typed = PARSER.apply(parser, null);
        if (typed.windowSize != null) {
            throw new IllegalArgumentException("[window_size] must be on the level of [" + NAME
                    + "], as in every rescorer, but was [" + typed.windowSize + "] in it");
        }
        return new NearDupRescorerBuilder(typed.options.build(), registry);
    }

    /**
     * Sets the number of best hits of a shard that are compared.
     *
     * @throws IllegalArgumentException if the number is not 1 to {@link #MAX_WINDOW}
     */
    @Override
    public NearDupRescorerBuilder windowSize(int hits) {
        ParameterCheck.range("window_size", hits, 1, MAX_WINDOW);
        return super.windowSize(hits);
    }

    @Override
    protected void doWriteTo(StreamOutput out) throws IOException {
        NddVersion.write(out);
        options.writeTo(out);
        boilerplate.writeTo(out);
        decisions.writeTo(out);
    }

    @Override
    protected void doXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject(NAME);
        options.toXContent(builder);
        builder.endObject();
    }

    @Override
    protected RescoreContext innerBuildContext(int window, SearchExecutionContext context) {
        PageRequest.requireMapped(options.fields(), context);
        // disables the request cache, because boilerplate may be learned again, and the cache does not keep warnings
        context.nowInMillis();
        String index = context.index().getName();
        CircuitBreaker breaker = context.getCircuitBreaker();
        return new NearDupRescorer.Context(
                window,
                new HitRules(
                        index,
                        options.fields(),
                        boilerplate.onShard(index, registry.get()).get(),
                        new PairJudge(options.similarity(), options.match(), BreakerMemory.of(breaker)),
                        MustAgreeFields.of(options.mustAgree(), context),
                        decisions.known(),
                        breaker == null ? new NoopCircuitBreaker(CircuitBreaker.REQUEST) : breaker));
    }

    @Override
    public NearDupRescorerBuilder rewrite(QueryRewriteContext context) {
        SearchBoilerplate next = boilerplate.rewrite(context, registry);
        SearchDecisions decided = decisions.rewrite(context, options);
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
                && options.equals(that.options)
                && boilerplate.equals(that.boilerplate)
                && decisions.equals(that.decisions);
    }

    @Override
    public int hashCode() {
        return Objects.hash(super.hashCode(), options, boilerplate, decisions);
    }
}
