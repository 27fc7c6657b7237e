package org.ndd.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.index.query.ParsedQuery;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.index.shard.SearchOperationListener;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.internal.SearchContext;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.boilerplate.SearchBoilerplate;
import org.ndd.compat.NddVersion;
import org.ndd.compat.QueryBuilderBase;
import org.ndd.config.AsyncRewrite;
import org.ndd.config.BodyFields;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentFields;
import org.ndd.config.MappingCheck;
import org.ndd.pair.BreakerMemory;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.MustAgreeFields;
import org.ndd.pair.PageSource;
import org.ndd.pair.SearchPermits;
import org.ndd.search.LikeResolver.LikeDecisions;
import org.ndd.search.LikeResolver.ResolvedLike;
import org.ndd.search.LikeResolver.SearchedIndices;
import org.ndd.search.NearDupQuery.NearDupOptions;
import org.ndd.search.NearDupQuery.QueryCount;
import org.ndd.search.NearDupQuery.ShardVersions;

/**
 * Parses and rewrites the query {@code near_dup}. It is rewritten once where the search starts: there the pages under {@code like} are
 * fetched or analyzed with the user's rights. Shards receive the pages.
 */
public final class NearDupQueryBuilder extends QueryBuilderBase<NearDupQueryBuilder> {

    public static final String NAME = "near_dup";

    private static final ParseField LIKE = new ParseField("like");
    private static final ParseField IGNORE_UNMAPPED = new ParseField("ignore_unmapped");

    private static final ObjectParser<Input, Void> PARSER = new ObjectParser<>(NAME, Input::new);

    static {
        ComparisonOptions.Builder.declareFields(PARSER, t -> t.comparison);
        ComparisonOptions.Builder.declareMinRelation(PARSER, t -> t.comparison);
        ComparisonOptions.Builder.declareMinContainment(PARSER, t -> t.comparison);
        ComparisonOptions.Builder.declareMustAgree(PARSER, t -> t.comparison);
        BodyFields.declareList(
                PARSER,
                (t, value) -> t.like = value,
                PageSource::fromXContent,
                LIKE,
                ObjectParser.ValueType.OBJECT_ARRAY_OR_STRING);
        BodyFields.declareInt(PARSER, (t, value) -> t.minimumShared = value, NearDupOptions.MINIMUM_SHARED);
        PARSER.declareBoolean((t, value) -> t.verify = value, NearDupOptions.VERIFY);
        BodyFields.declareInt(PARSER, (t, value) -> t.maxVerified = value, NearDupOptions.MAX_VERIFIED);
        PARSER.declareBoolean((t, value) -> t.includeSelf = value, NearDupOptions.INCLUDE_SELF);
        PARSER.declareBoolean((t, value) -> t.ignoreUnmapped = value, IGNORE_UNMAPPED);
        PARSER.declareFloat((t, value) -> t.boost = value, BOOST_FIELD);
        PARSER.declareString((t, value) -> t.name = value, NAME_FIELD);
    }

    private final List<PageSource> like;
    private final NearDupOptions options;
    private final boolean ignoreUnmapped;
    private final Supplier<BoilerplateRegistry> boilerplate;
    private final ResolvedLike pages;
    private final Supplier<QueryBuilder> resolving;
    /** Whether the search has its permit to compare long texts, or does not need one. Not part of the query. */
    private final boolean admitted;

    /**
     * @param like pages whose near-duplicates are searched, 1 to {@link CandidateTerms#MAX_PROBES}
     * @param boilerplate supplies the node's registry, as soon as it exists; not part of the query
     */
    NearDupQueryBuilder(
            List<PageSource> like,
            NearDupOptions options,
            boolean ignoreUnmapped,
            Supplier<BoilerplateRegistry> boilerplate) {
        this.like = List.copyOf(like);
        this.options = Objects.requireNonNull(options);
        this.ignoreUnmapped = ignoreUnmapped;
        this.boilerplate = Objects.requireNonNull(boilerplate);
        this.pages = null;
        this.resolving = null;
        this.admitted = false;
        if (like.isEmpty() || like.size() > CandidateTerms.MAX_PROBES) {
            throw new IllegalArgumentException("[like] must hold between [1] and [" + CandidateTerms.MAX_PROBES
                    + "] documents, but held [" + like.size() + "]");
        }
        like.forEach(page -> page.check("like", options.comparison().mustAgree()));
    }

    /** Creates a copy in another state of the rewriting. */
    private NearDupQueryBuilder(
            NearDupQueryBuilder other, ResolvedLike pages, Supplier<QueryBuilder> resolving, boolean admitted) {
        this.like = pages == null ? other.like : withoutTexts(other.like);
        this.options = other.options;
        this.ignoreUnmapped = other.ignoreUnmapped;
        this.boilerplate = other.boilerplate;
        this.pages = pages;
        this.resolving = resolving;
        this.admitted = admitted;
        queryName(other.queryName());
        boost(other.boost());
    }

    /** @param boilerplate supplies the node's registry, as soon as it exists */
    public NearDupQueryBuilder(StreamInput in, Supplier<BoilerplateRegistry> boilerplate) throws IOException {
        super(in);
        NddVersion.readSame(in);
        this.like = in.readCollectionAsImmutableList(PageSource::new);
        this.options = new NearDupOptions(in);
        this.ignoreUnmapped = in.readBoolean();
        this.pages = in.readOptionalWriteable(ResolvedLike::new);
        this.boilerplate = boilerplate;
        this.resolving = null;
        this.admitted = true;
    }

    @Override
    protected void doWriteTo(StreamOutput out) throws IOException {
        if (resolving != null) {
            throw new IllegalStateException("[near_dup] must be rewritten before it is sent to a shard");
        }
        NddVersion.write(out);
        out.writeCollection(like);
        options.writeTo(out);
        out.writeBoolean(ignoreUnmapped);
        out.writeOptionalWriteable(pages);
    }

    /** Returns the same query for resolved pages, for which nothing is fetched. */
    NearDupQueryBuilder withPages(ResolvedLike resolved) {
        return new NearDupQueryBuilder(this, resolved, null, false);
    }

    /** Returns the input without texts, which are not needed anymore once the pages are known, and would be sent and logged. */
    private static List<PageSource> withoutTexts(List<PageSource> typed) {
        return typed.stream().map(PageSource::withoutText).toList();
    }

    /**
     * @param boilerplate supplies the node's registry, as soon as it exists
     * @throws IllegalArgumentException for an unknown key or a value out of its range
     */
    public static NearDupQueryBuilder fromXContent(XContentParser parser, Supplier<BoilerplateRegistry> boilerplate) {
        Input typed = PARSER.apply(parser, null);
        if (typed.like == null) {
            throw new IllegalArgumentException("[like] must be given, but was missing");
        }
        NearDupOptions options = new NearDupOptions(
                typed.minimumShared,
                typed.verify,
                typed.maxVerified,
                typed.includeSelf,
                typed.comparison.requireOneRule().build());
        return new NearDupQueryBuilder(typed.like, options, typed.ignoreUnmapped, boilerplate)
                .boost(typed.boost)
                .queryName(typed.name);
    }

    @Override
    protected void doXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject(NAME);
        builder.xContentList(LIKE.getPreferredName(), like);
        builder.field(IGNORE_UNMAPPED.getPreferredName(), ignoreUnmapped);
        options.toXContent(builder, params);
        boostAndQueryNameToXContent(builder);
        builder.endObject();
    }

    @Override
    protected QueryBuilder doRewrite(QueryRewriteContext context) {
        if (pages != null) {
            return admitted ? withBoilerplate(context) : awaitPermit(context);
        }
        if (resolving != null) {
            return resolving.get() == null ? this : resolving.get();
        }
        if (context.convertToSearchExecutionContext() != null) {
            // a shard cannot fetch documents; no search, but for example the filter of an alias is rewritten there
            // first
            return this;
        }
        QueryCount.add(context);
        DocumentFields fields = options.comparison().fields();
        List<PageSource> named = new ArrayList<>(like.size());
        for (PageSource page : like) {
            PageSource inIndex = page.inIndex(SearchedIndices.onlyName(context));
            if (inIndex.isDocument() && inIndex.index() == null) {
                throw new IllegalArgumentException(
                        "[like._index] must be specified if the search is not over one name, but was missing");
            }
            named.add(inIndex);
        }
        Supplier<QueryBuilder> next = AsyncRewrite.start(
                context,
                (client, listener) -> new LikeResolver(
                                client,
                                boilerplate,
                                fields,
                                options.comparison().mustAgree())
                        .resolve(
                                named,
                                options.verify(),
                                SearchedIndices.concrete(context),
                                listener.delegateFailureAndWrap((l, resolved) -> LikeDecisions.find(
                                        client,
                                        options.comparison().decisionsIndex(),
                                        resolved,
                                        fields,
                                        l.map(decided -> decided.applyTo(
                                                new NearDupQueryBuilder(this, resolved, null, true)))))));
        return new NearDupQueryBuilder(this, null, next, false);
    }

    /** Waits for the permit of the search if pages are long that were known before the search began. */
    private QueryBuilder awaitPermit(QueryRewriteContext context) {
        long characters = LikeResolver.characters(pages.pages());
        context.registerAsyncAction((client, listener) ->
                SearchPermits.await(client.threadPool().getThreadContext(), characters, listener.map(ignored -> null)));
        return new NearDupQueryBuilder(this, pages, null, true);
    }

    /** Returns the query with its boilerplate, on the node of a shard, as soon as it is in memory. */
    private QueryBuilder withBoilerplate(QueryRewriteContext context) {
        // without verification texts are not compared
        SearchBoilerplate next =
                options.verify() ? pages.boilerplate().rewrite(context, boilerplate) : pages.boilerplate();
        return next == pages.boilerplate()
                ? this
                : new NearDupQueryBuilder(this, pages.withBoilerplate(next), null, true);
    }

    @Override
    protected Query doToQuery(SearchExecutionContext context) throws IOException {
        if (pages == null) {
            throw new IllegalArgumentException("[near_dup] is supported only in searches");
        }
        if (options.verify() && context.allowExpensiveQueries() == false) {
            throw new ElasticsearchException("[near_dup] queries that verify cannot be executed when ["
                    + SearchService.ALLOW_EXPENSIVE_QUERIES.getKey() + "] is set to false: set [verify] to false");
        }
        DocumentFields fields = options.comparison().fields();
        MappingCheck.checkTypes(context.index().getName(), fields, context::getFieldType);
        for (String field : List.of(fields.fingerprints(), fields.text())) {
            if (context.getFieldType(field) == null) {
                if (ignoreUnmapped) {
                    return new MatchNoDocsQuery("no field [" + field + "]");
                }
                throw new IllegalArgumentException(
                        MappingCheck.missing(context.index().getName(), fields.parent(), field));
            }
        }
        // disables the request cache, which does not keep warnings
        context.nowInMillis();
        String index = context.index().getName();
        MustAgreeFields mustAgreeFields =
                MustAgreeFields.of(options.comparison().mustAgree(), context);
        ShardVersions versions = new ShardVersions(context.getIndexReader(), fields.version());
        List<ComparablePage> shardPages = pagesOfShard(index, versions);
        return new NearDupQuery(
                new NearDupQuery.Shard(
                        index,
                        fields,
                        versions.warnIfMixed(index, shardPages),
                        mustAgreeFields,
                        QueryCount.add(context),
                        BreakerMemory.of(context.getCircuitBreaker())),
                shardPages,
                options,
                options.verify() ? pages.boilerplate().onShard(index, boilerplate.get()) : () -> null);
    }

    /** Returns the pages as this shard compares them: pages that are not documents belong to its index. */
    private List<ComparablePage> pagesOfShard(String index, ShardVersions versions) throws IOException {
        List<ComparablePage> shardPages = new ArrayList<>(pages.pages().size());
        for (ComparablePage page : pages.pages()) {
            shardPages.add(page.id() == null ? page.in(index, versions.mostFrequent()) : page);
        }
        return shardPages;
    }

    @Override
    protected boolean doEquals(NearDupQueryBuilder other) {
        return like.equals(other.like)
                && options.equals(other.options)
                && ignoreUnmapped == other.ignoreUnmapped
                && Objects.equals(pages, other.pages)
                && Objects.equals(resolving, other.resolving);
    }

    @Override
    protected int doHashCode() {
        return Objects.hash(like, options, ignoreUnmapped, pages, resolving);
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public TransportVersion getMinimalSupportedVersion() {
        return TransportVersion.zero();
    }

    private static final class Input {
        private List<PageSource> like;
        private int minimumShared = NearDupOptions.DEFAULT.minimumShared();
        private boolean verify = NearDupOptions.DEFAULT.verify();
        private int maxVerified = NearDupOptions.DEFAULT.maxVerified();
        private boolean includeSelf = NearDupOptions.DEFAULT.includeSelf();
        private boolean ignoreUnmapped;
        private float boost = DEFAULT_BOOST;
        private String name;
        private final ComparisonOptions.Builder comparison = new ComparisonOptions.Builder();
    }

    /**
     * Adds the warnings of the queries {@code near_dup} of a search to the response of a shard. Several threads may search the segments of
     * a shard, and only warnings of the thread that responds reach the user.
     */
    public static final class QueryWarnings implements SearchOperationListener {

        private static final QueryVisitor ADD_WARNINGS = new QueryVisitor() {
            @Override
            public void visitLeaf(Query query) {
                if (query instanceof NearDupQuery nearDup) {
                    nearDup.warnings().forEach(HeaderWarning::addWarning);
                }
            }

            @Override
            public QueryVisitor getSubVisitor(BooleanClause.Occur occur, Query parent) {
                return this;
            }
        };

        @Override
        public void onQueryPhase(SearchContext search, long tookInNanos) {
            search.query().visit(ADD_WARNINGS);
            ParsedQuery postFilter = search.parsedPostFilter();
            if (postFilter != null) {
                postFilter.query().visit(ADD_WARNINGS);
            }
        }
    }
}
