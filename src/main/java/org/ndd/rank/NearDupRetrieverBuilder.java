package org.ndd.rank;

import static org.elasticsearch.xcontent.ConstructingObjectParser.constructorArg;
import static org.elasticsearch.xcontent.ConstructingObjectParser.optionalConstructorArg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.SetOnce;
import org.elasticsearch.common.ParsingException;
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
import org.ndd.config.DocumentFields;
import org.ndd.config.MinRelation;
import org.ndd.config.MustAgree;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.decisions.DecisionIndex;
import org.ndd.groups.Destination;
import org.ndd.groups.Market;

/**
 * Retriever {@code near_dup}: of the near-duplicates among the hits of its child it keeps the best, over all shards. Each hit lists the
 * hits that it represents.
 *
 * <p>Elasticsearch's compound retrievers see no more of their child's hits than scores, so this one searches for the hits itself, through
 * the {@link RetrieverSearch} that {@link NearDupSearchFilter} gives it when the request starts.
 */
public final class NearDupRetrieverBuilder extends RetrieverBase<NearDupRetrieverBuilder> {

    public static final String NAME = "near_dup";

    /** Default number of hits that are compared. */
    public static final int DEFAULT_WINDOW = 100;

    /** Maximum number of hits that are compared: their data is in the memory of one node, and a user waits for them. */
    public static final int MAX_WINDOW = 1000;

    private static final ParseField RETRIEVER = new ParseField("retriever");
    private static final ParseField FIELD = new ParseField("target_field");
    private static final ParseField COLLAPSE = new ParseField("collapse");
    private static final ParseField TRACK_SIMILAR = new ParseField("track_similar");

    private static final ConstructingObjectParser<NearDupRetrieverBuilder, RetrieverParserContext> PARSER =
            new ConstructingObjectParser<>(
                    NAME,
                    args -> new NearDupRetrieverBuilder(
                            RetrieverSource.from((RetrieverBuilder) args[0]),
                            args[1] == null ? DocumentFields.DEFAULT_PARENT : (String) args[1],
                            args[2] == null ? DEFAULT_WINDOW : (int) args[2],
                            args[3] == null || (boolean) args[3],
                            (String) args[4],
                            null,
                            args[5] == null ? MinRelation.DEFAULT : Relation.leastOf((String) args[5]),
                            mustAgree(args[6]),
                            (String) args[7],
                            args[8] != null && (boolean) args[8]));

    static {
        PARSER.declareNamedObject(
                constructorArg(),
                (parser, context, name) -> {
                    RetrieverBuilder child = parser.namedObject(RetrieverBuilder.class, name, context);
                    Calls.track(context, child);
                    return child;
                },
                RETRIEVER);
        PARSER.declareString(optionalConstructorArg(), FIELD);
        PARSER.declareInt(optionalConstructorArg(), RANK_WINDOW_SIZE_FIELD);
        PARSER.declareBoolean(optionalConstructorArg(), COLLAPSE);
        PARSER.declareObject(optionalConstructorArg(), (p, c) -> Destination.fromXContent(p), Destination.PARAMETER);
        PARSER.declareString(optionalConstructorArg(), MinRelation.PARAMETER);
        PARSER.declareStringArray(optionalConstructorArg(), MustAgree.PARAMETER);
        PARSER.declareString(optionalConstructorArg(), Market.PARAMETER);
        PARSER.declareBoolean(optionalConstructorArg(), TRACK_SIMILAR);
        PARSER.declareString((retriever, index) -> retriever.decisionsIndex = index, DecisionIndex.PARAMETER);
        SimilarityOptions.declareFields(PARSER, retriever -> retriever.typed);
        declareCommon(NAME, PARSER);
    }

    @SuppressWarnings("unchecked")
    private static MustAgree mustAgree(Object typed) {
        return typed == null ? MustAgree.NONE : new MustAgree((List<String>) typed);
    }

    private final SimilarityOptions.Builder typed = new SimilarityOptions.Builder();
    private final DocumentFields fields;
    private final boolean collapse;
    private final String dest;
    private final Relation minRelation;
    private final MustAgree mustAgree;
    private final String market;
    private final boolean trackSimilar;
    private SimilarityParameters similarity;

    /** Minimum confidence of a run's duplicates to be hidden, 0 to 1; 0, the default, hides all. */
    private double groupsConfidence;

    /** Index of decisions of people, or {@code null} for none; not with groups, whose run respects decisions. */
    private String decisionsIndex;

    private RetrieverSearch search;
    private OutermostSearch outermost;

    /**
     * @param child gives the hits
     * @param field of the processor
     * @param rankWindowSize number of hits that are compared, 1 to {@link #MAX_WINDOW}
     * @param collapse false to pass on all hits
     * @param dest destination of a partition run whose groups are used; null to compare
     * @param similarity thresholds and rule for near-duplicates, without groups
     * @param minRelation the farthest relation to a better hit that hides; not {@link Relation#OVERLAP} with groups
     * @param mustAgree fields whose values keep pages apart, without groups
     * @param market for whom pages are shown, with groups; null for none
     * @param trackSimilar whether the whole window is examined
     * @throws IllegalArgumentException if a value is out of its range
     */
    NearDupRetrieverBuilder(
            RetrieverSource child,
            String field,
            int rankWindowSize,
            boolean collapse,
            String dest,
            SimilarityParameters similarity,
            Relation minRelation,
            MustAgree mustAgree,
            String market,
            boolean trackSimilar) {
        super(List.of(child), rankWindowSize);
        if (rankWindowSize < 1 || rankWindowSize > MAX_WINDOW) {
            throw new IllegalArgumentException("[rank_window_size] must be between [1] and [" + MAX_WINDOW
                    + "], but was [" + rankWindowSize + "]");
        }
        if (dest != null && dest.isEmpty()) {
            throw new IllegalArgumentException(
                    "[dest] must be the destination of a partition run, but was [" + dest + "]");
        }
        if (dest != null && mustAgree.isEmpty() == false) {
            throw new IllegalArgumentException(
                    "[must_agree] must be omitted if [dest] is specified, as its run determines it, but was "
                            + mustAgree.fields());
        }
        if (dest != null && minRelation.isNear() == false) {
            throw new IllegalArgumentException("[" + MinRelation.PARAMETER.getPreferredName()
                    + "] must be [same] or [near] if [dest] is specified, as groups hold no others, but was ["
                    + minRelation.value() + "]");
        }
        if (dest == null && market != null) {
            throw new IllegalArgumentException("[" + Market.PARAMETER.getPreferredName()
                    + "] must be omitted without [dest], as the run determines the documents of a market, but was ["
                    + market + "]");
        }
        Market.check(market, minRelation);
        this.fields = new DocumentFields(field);
        this.market = market;
        this.trackSimilar = trackSimilar;
        this.minRelation = minRelation;
        this.mustAgree = mustAgree;
        this.collapse = collapse;
        this.dest = dest;
        this.similarity = similarity;
    }

    /** Parses the user's input. */
    public static NearDupRetrieverBuilder fromXContent(XContentParser parser, RetrieverParserContext context) {
        try {
            NearDupRetrieverBuilder retriever = PARSER.apply(parser, context);
            retriever.similarity = retriever.typed.build();
            Double typed = retriever.typed.minConfidence();
            retriever.groupsConfidence = typed == null ? 0 : typed;
            retriever.checkDecisions();
            return retriever;
        } catch (IllegalArgumentException | ParsingException e) {
            throw new ParsingException(parser.getTokenLocation(), reason(e), e);
        }
    }

    /** The actual error, without the layers of parsers around it. */
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

    MustAgree mustAgree() {
        return mustAgree;
    }

    DocumentFields fields() {
        return fields;
    }

    String dest() {
        return dest;
    }

    double groupsConfidence() {
        return groupsConfidence;
    }

    private void checkDecisions() {
        DecisionIndex.check(decisionsIndex);
        if (dest != null && decisionsIndex != null) {
            throw new IllegalArgumentException("[" + DecisionIndex.PARAMETER.getPreferredName()
                    + "] must be omitted if [dest] is specified, as its run determines it, but was [" + decisionsIndex
                    + "]");
        }
    }

    String decisionsIndex() {
        return decisionsIndex;
    }

    /** For whom pages are shown; null for none. */
    String market() {
        return market;
    }

    /**
     * Whether the whole window has to be known: because each shown hit lists all hits of the window that it represents, or because the last
     * hit of the window may determine which hit is shown, as a page of a market represents better hits, and a decision may connect two
     * better hits with it.
     */
    boolean needsWholeWindow() {
        return trackSimilar || market != null || decisionsIndex != null;
    }

    SimilarityParameters similarity() {
        return similarity;
    }

    Relation minRelation() {
        return minRelation;
    }

    /** Gives this the search that it is part of; before anything is rewritten. */
    void bind(RetrieverSearch of) {
        this.search = of;
    }

    /** Marks this as the outermost retriever; called before any rewrite. */
    void bind(OutermostSearch of) {
        this.outermost = of;
    }

    /** Once the child is ready to be searched: searches it, collapses its hits, and continues with the remaining ones. */
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
        SetOnce<RankDoc[]> results = new SetOnce<>();
        context.registerAsyncAction((client, listener) -> search.collapse(
                this,
                child,
                outermost,
                context.allowPartialSearchResults(),
                listener.delegateFailureAndWrap((l, docs) -> {
                    results.set(docs);
                    l.onResponse(null);
                })));
        RetrieverBuilder next =
                new RankDocsRetrieverBuilder(rankWindowSize, List.of(child.retriever()), results::get, minScore) {
                    @Override
                    public void extractToSearchSourceBuilder(SearchSourceBuilder source, boolean within) {
                        if (outermost != null) {
                            outermost.prepareFinal(source, results.get());
                        }
                        super.extractToSearchSourceBuilder(source, within);
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
        NearDupRetrieverBuilder clone = new NearDupRetrieverBuilder(
                children.get(0),
                fields.parent(),
                rankWindowSize,
                collapse,
                dest,
                similarity,
                minRelation,
                mustAgree,
                market,
                trackSimilar);
        clone.preFilterQueryBuilders = filters;
        clone.retrieverName = retrieverName;
        clone.minScore = minScore;
        clone.search = search;
        clone.outermost = outermost;
        clone.groupsConfidence = groupsConfidence;
        clone.decisionsIndex = decisionsIndex;
        return clone;
    }

    /** All hits; reached only if hits are not collapsed. */
    @Override
    protected RankDoc[] combineInnerRetrieverResults(List<ScoreDoc[]> results, boolean explain) {
        return FinalOrder.toRankDocs(results.get(0));
    }

    @Override
    protected void doToXContent(XContentBuilder builder, Params params) throws IOException {
        builder.field(RETRIEVER.getPreferredName(), innerRetrievers.get(0).retriever());
        builder.field(FIELD.getPreferredName(), fields.parent());
        builder.field(RANK_WINDOW_SIZE_FIELD.getPreferredName(), rankWindowSize);
        builder.field(COLLAPSE.getPreferredName(), collapse);
        if (dest != null) {
            Destination.toXContent(dest, builder);
        }
        if (market != null) {
            builder.field(Market.PARAMETER.getPreferredName(), market);
        }
        builder.field(TRACK_SIMILAR.getPreferredName(), trackSimilar);
        if (decisionsIndex != null) {
            builder.field(DecisionIndex.PARAMETER.getPreferredName(), decisionsIndex);
        }
        builder.field(MinRelation.PARAMETER.getPreferredName(), minRelation.value());
        builder.stringListField(MustAgree.PARAMETER.getPreferredName(), mustAgree.fields());
        SimilarityOptions.toXContent(similarity, builder);
    }

    @Override
    public boolean doEquals(Object other) {
        NearDupRetrieverBuilder that = (NearDupRetrieverBuilder) other;
        return super.doEquals(other)
                && fields.equals(that.fields)
                && collapse == that.collapse
                && Objects.equals(dest, that.dest)
                && similarity.equals(that.similarity)
                && minRelation == that.minRelation
                && mustAgree.equals(that.mustAgree)
                && Objects.equals(market, that.market)
                && trackSimilar == that.trackSimilar
                && Objects.equals(decisionsIndex, that.decisionsIndex);
    }

    @Override
    public int doHashCode() {
        return Objects.hash(
                super.doHashCode(),
                rankWindowSize,
                fields,
                collapse,
                dest,
                similarity,
                minRelation,
                mustAgree,
                market,
                trackSimilar,
                decisionsIndex);
    }
}
