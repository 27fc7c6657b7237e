package org.ndd.rank;

import static org.elasticsearch.xcontent.ConstructingObjectParser.constructorArg;
import static org.elasticsearch.xcontent.ConstructingObjectParser.optionalConstructorArg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.common.Strings;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.search.retriever.RankDocsRetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverParserContext;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.compat.Calls;
import org.ndd.compat.RetrieverBase;
import org.ndd.config.AsyncRewrite;
import org.ndd.config.BodyFields;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.MatchRule;
import org.ndd.config.MustAgree;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.text.ParameterCheck;
import org.ndd.groups.Destination;
import org.ndd.groups.Market;
import org.ndd.pair.PairJudge;

/**
 * Retriever {@code near_dup}: keeps the best hit of each set of near-duplicates among the hits of its child, over all shards. Each hit
 * lists the hits that it represents.
 *
 * <p>Elasticsearch's compound retrievers receive only the scores of their child's hits. So this retriever searches for the hits itself,
 * with the {@link RetrieverSearch} that {@link NearDupSearchFilter} sets when the request starts.
 */
public final class NearDupRetrieverBuilder extends RetrieverBase<NearDupRetrieverBuilder> {

    public static final String NAME = "near_dup";

    public static final int DEFAULT_WINDOW = 100;

    /**
     * Maximum number of hits that are compared. The limit exists because their data is in the memory of one node, and a user waits for
     * them.
     */
    public static final int MAX_WINDOW = 1000;

    private static final ParseField RETRIEVER = new ParseField("retriever");
    private static final ParseField COLLAPSE = new ParseField("collapse");
    private static final ParseField TRACK_SIMILAR = new ParseField("track_similar");

    private static final ConstructingObjectParser<NearDupRetrieverBuilder, RetrieverParserContext> PARSER =
            new ConstructingObjectParser<>(
                    NAME,
                    args -> new NearDupRetrieverBuilder(
                            RetrieverSource.from((RetrieverBuilder) args[0]),
                            args[1] == null ? DEFAULT_WINDOW : (int) args[1],
                            args[2] == null || (boolean) args[2],
                            new CollapseRule((String) args[3], (String) args[4], ComparisonOptions.DEFAULT),
                            args[5] != null && (boolean) args[5]));

    static {
        PARSER.declareNamedObject(
                constructorArg(),
                (parser, context, name) -> {
                    RetrieverBuilder child = parser.namedObject(RetrieverBuilder.class, name, context);
                    Calls.track(context, child);
                    return child;
                },
                RETRIEVER);
        BodyFields.declareInt(PARSER, optionalConstructorArg(), RANK_WINDOW_SIZE_FIELD);
        PARSER.declareBoolean(optionalConstructorArg(), COLLAPSE);
        Destination.declare(PARSER, optionalConstructorArg());
        PARSER.declareString(optionalConstructorArg(), Market.PARAMETER);
        PARSER.declareBoolean(optionalConstructorArg(), TRACK_SIMILAR);
        ComparisonOptions.Builder.declareFields(PARSER, retriever -> retriever.typed);
        ComparisonOptions.Builder.declareMinRelation(PARSER, retriever -> retriever.typed);
        ComparisonOptions.Builder.declareMustAgree(PARSER, retriever -> retriever.typed);
        declareCommon(NAME, PARSER);
    }

    private final ComparisonOptions.Builder typed = new ComparisonOptions.Builder();
    private final boolean collapse;
    private final boolean trackSimilar;
    private CollapseRule rule;

    private RetrieverSearch search;
    private OutermostSearch outermost;

    /**
     * @param child retriever that returns the hits
     * @param rankWindowSize number of hits that are compared, 1 to {@link #MAX_WINDOW}
     * @param collapse whether to collapse hits; false to pass on all hits
     * @param rule rule that determines which hits are hidden
     * @param trackSimilar whether to compare the whole window, so that hits list all similar ones
     * @throws IllegalArgumentException if a value is out of its range
     */
    NearDupRetrieverBuilder(
            RetrieverSource child, int rankWindowSize, boolean collapse, CollapseRule rule, boolean trackSimilar) {
        super(List.of(child), rankWindowSize);
        ParameterCheck.range("rank_window_size", rankWindowSize, 1, MAX_WINDOW);
        this.trackSimilar = trackSimilar;
        this.collapse = collapse;
        this.rule = rule;
    }

    public static NearDupRetrieverBuilder fromXContent(XContentParser parser, RetrieverParserContext context) {
        try {
            NearDupRetrieverBuilder retriever = PARSER.apply(parser, context);
            retriever.rule = retriever.rule.with(retriever.typed);
            return retriever;
        } catch (IllegalArgumentException | ParsingException e) {
            throw new ParsingException(parser.getTokenLocation(), reason(e), e);
        }
    }

    private static String reason(Throwable e) {
        Throwable reason = e;
        while (reason.getCause() instanceof IllegalArgumentException || reason.getCause() instanceof ParsingException) {
            reason = reason.getCause();
        }
        return reason.getMessage();
    }

    @Override
    public String getName() {
        return NAME;
    }

    CollapseRule rule() {
        return rule;
    }

    /**
     * Returns whether the whole window is required. This is so if each shown hit lists all hits of the window that it represents. It is
     * also so if the last hit of the window may determine which hit is shown. The canonical document of a market represents better hits,
     * and a decision may connect two better hits.
     */
    boolean needsWholeWindow() {
        return trackSimilar || rule.market() != null || rule.comparison().decisionsIndex() != null;
    }

    /** Sets the search that contains this retriever; must be called before any rewrite. */
    void bind(RetrieverSearch of) {
        this.search = of;
    }

    /** Sets the search whose outermost retriever this is; must be called before any rewrite. */
    void bind(OutermostSearch of) {
        this.outermost = of;
    }

    /** Searches the child as soon as it is ready, collapses its hits, and continues with the remaining ones. */
    @Override
    protected RetrieverBuilder doRewrite(QueryRewriteContext context) {
        RetrieverSource child = innerRetrievers.get(0);
        if (collapse == false || child.source() == null) {
            return this;
        }
        RetrieverSource rewritten = rewrite(child, context);
        if (rewritten != child) {
            return clone(List.of(rewritten), preFilterQueryBuilders);
        }
        if (outermost != null) {
            outermost.prepareChild(child);
        }
        Supplier<RankDoc[]> results = AsyncRewrite.start(
                context,
                (client, listener) ->
                        search.collapse(this, child, outermost, context.allowPartialSearchResults(), listener));
        RetrieverBuilder next =
                new RankDocsRetrieverBuilder(rankWindowSize, List.of(child.retriever()), results, minScore) {
                    @Override
                    public void extractToSearchSourceBuilder(SearchSourceBuilder source, boolean within) {
                        if (outermost != null) {
                            outermost.prepareFinal(source, results.get());
                        }
                        super.extractToSearchSourceBuilder(source, within);
                        if (outermost != null && minScore == null) {
                            outermost.addQuery(source, child.retriever(), results.get());
                        }
                    }
                };
        return next.retrieverName(retrieverName());
    }

    private static RetrieverSource rewrite(RetrieverSource child, QueryRewriteContext context) {
        try {
            RetrieverBuilder retriever = child.retriever().rewrite(context);
            SearchSourceBuilder source = child.source().rewrite(context);
            boolean same = retriever == child.retriever() && source == child.source();
            return same ? child : new RetrieverSource(retriever, source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    protected NearDupRetrieverBuilder clone(List<RetrieverSource> children, List<QueryBuilder> filters) {
        NearDupRetrieverBuilder clone =
                new NearDupRetrieverBuilder(children.get(0), rankWindowSize, collapse, rule, trackSimilar);
        clone.preFilterQueryBuilders = filters;
        clone.retrieverName = retrieverName;
        clone.minScore = minScore;
        clone.search = search;
        clone.outermost = outermost;
        return clone;
    }

    /** Returns all hits; called only if hits are not collapsed. */
    @Override
    protected RankDoc[] combineInnerRetrieverResults(List<ScoreDoc[]> results, boolean explain) {
        return FinalOrder.toRankDocs(results.get(0));
    }

    @Override
    protected void doToXContent(XContentBuilder builder, Params params) throws IOException {
        builder.field(RETRIEVER.getPreferredName(), innerRetrievers.get(0).retriever());
        builder.field(RANK_WINDOW_SIZE_FIELD.getPreferredName(), rankWindowSize);
        builder.field(COLLAPSE.getPreferredName(), collapse);
        if (rule.dest() != null) {
            Destination.toXContent(rule.dest(), builder);
        }
        if (rule.market() != null) {
            builder.field(Market.PARAMETER.getPreferredName(), rule.market());
        }
        builder.field(TRACK_SIMILAR.getPreferredName(), trackSimilar);
        rule.comparison().toXContent(builder);
    }

    @Override
    public boolean doEquals(Object other) {
        NearDupRetrieverBuilder that = (NearDupRetrieverBuilder) other;
        return super.doEquals(other)
                && collapse == that.collapse
                && rule.equals(that.rule)
                && trackSimilar == that.trackSimilar;
    }

    @Override
    public int doHashCode() {
        return Objects.hash(super.doHashCode(), rankWindowSize, collapse, rule, trackSimilar);
    }

    /**
     * Determines which hits are hidden because a better hit represents them.
     *
     * @param dest destination of a run whose groups are used; null to compare texts
     * @param market market for which canonical documents are shown, with groups; null for none
     * @param comparison options of the comparison; a hit that matches a better hit is hidden. With groups, only the relation and the
     *     minimum confidence may be specified, because the run of the groups determines the rest
     */
    record CollapseRule(String dest, String market, ComparisonOptions comparison) {

        /** @throws IllegalArgumentException if a value is out of its range */
        CollapseRule {
            if (dest != null) {
                Destination.checkName(dest);
                requireOptionsOfRun(comparison);
            } else if (market != null) {
                throw new IllegalArgumentException("[" + Market.PARAMETER.getPreferredName()
                        + "] must be omitted without [dest], as the run determines the documents of a market, but was ["
                        + market + "]");
            }
            Market.check(market, comparison.match().minRelation());
        }

        /** Returns whether the ids of all hits are used: to find their groups or decisions about them, or to compare them. */
        boolean needsIds() {
            return dest != null
                    || comparison.decisionsIndex() != null
                    || new PairJudge(comparison.similarity(), comparison.match(), ComparisonMemory.UNLIMITED)
                            .dependsOnIds();
        }

        private static void requireOptionsOfRun(ComparisonOptions comparison) {
            MatchRule.requireDuplicates(comparison.match().minRelation());
            MustAgree mustAgree = comparison.mustAgree();
            if (mustAgree.isEmpty() == false) {
                throw new IllegalArgumentException(
                        "[must_agree] must be omitted if [dest] is specified, as its run determines it, but was "
                                + mustAgree.fields());
            }
            SimilarityParameters similarity = comparison.similarity();
            SimilarityParameters unspecified =
                    SimilarityParameters.BALANCED.withMinConfidence(similarity.minConfidence());
            if (similarity.equals(unspecified) == false) {
                throw new IllegalArgumentException(
                        "similarity parameters other than [" + SimilarityOptions.MIN_CONFIDENCE.getPreferredName()
                                + "] must be omitted if [dest] is specified, as its run determines them, but were "
                                + Strings.toString((builder, params) -> {
                                    SimilarityOptions.toXContent(similarity, builder);
                                    return builder;
                                }));
            }
            if (comparison.decisionsIndex() != null) {
                throw new IllegalArgumentException("[" + ComparisonOptions.DECISIONS_INDEX.getPreferredName()
                        + "] must be omitted if [dest] is specified, as its run determines it, but was ["
                        + comparison.decisionsIndex() + "]");
            }
        }

        /** Returns the same rule with the options of the comparison. Without a minimum confidence, groups hide all duplicates. */
        CollapseRule with(ComparisonOptions.Builder typed) {
            ComparisonOptions built = typed.build();
            if (dest != null && typed.minConfidence() == null) {
                built = built.with(built.similarity().withMinConfidence(0));
            }
            return new CollapseRule(dest, market, built);
        }
    }

    /**
     * Sorts the hits of a retriever as Elasticsearch finally does, independently of their previous order: by score, then by shard, then by
     * document.
     */
    static final class FinalOrder {

        private static final Comparator<ScoreDoc> ORDER = Comparator.comparingDouble((ScoreDoc hit) -> -hit.score)
                .thenComparingInt(hit -> hit.shardIndex)
                .thenComparingInt(hit -> hit.doc);

        private FinalOrder() {}

        /**
         * Returns hits in the form in which a retriever passes them on. Scores stay if they agree with the given order. If not, because
         * scores are missing or because of another sort, hits get decreasing scores, 1/rank.
         *
         * @param hits hits, best first
         */
        static RankDoc[] toRankDocs(ScoreDoc[] hits) {
            boolean byScore = isSorted(hits);
            RankDoc[] docs = new RankDoc[hits.length];
            for (int i = 0; i < docs.length; i++) {
                docs[i] = new RankDoc(hits[i].doc, byScore ? hits[i].score : 1f / (i + 1), hits[i].shardIndex);
                docs[i].rank = i + 1;
            }
            return docs;
        }

        private static boolean isSorted(ScoreDoc[] hits) {
            for (int i = 0; i < hits.length; i++) {
                if (Float.isNaN(hits[i].score) || i > 0 && ORDER.compare(hits[i - 1], hits[i]) > 0) {
                    return false;
                }
            }
            return true;
        }
    }
}
