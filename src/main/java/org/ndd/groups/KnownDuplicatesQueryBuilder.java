package org.ndd.groups;

import static org.elasticsearch.xcontent.ConstructingObjectParser.constructorArg;
import static org.elasticsearch.xcontent.ConstructingObjectParser.optionalConstructorArg;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.SetOnce;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.lucene.search.Queries;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.compat.QueryBuilderBase;
import org.ndd.config.MinRelation;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.version.NddVersion;

/**
 * Matches the duplicates of a partition run: documents that are {@code near} to the canonical document of their group, or the {@code same},
 * of the indices that are searched, each by index and id; or, for a market, the documents of each canonical document and its duplicates
 * that the market does not keep. A minimum confidence excludes duplicates that are {@code near} with less confidence. A destination that
 * does not exist has no duplicates.
 *
 * <p>It is rewritten twice. The coordinating node looks up the versions of the lists of duplicates, with the rights of the user, and sends
 * them with the search. Each node with shards of the search then finds the ids in its {@link DuplicateSets}, or reads the lists.
 */
public final class KnownDuplicatesQueryBuilder extends QueryBuilderBase<KnownDuplicatesQueryBuilder> {

    public static final String NAME = "known_duplicates";

    private static final ConstructingObjectParser<KnownDuplicatesQueryBuilder, Supplier<DuplicateSets>> PARSER =
            new ConstructingObjectParser<>(
                    NAME,
                    false,
                    (args, sets) -> new KnownDuplicatesQueryBuilder(
                            (String) args[0],
                            args[1] == null ? MinRelation.DEFAULT : Relation.leastOf((String) args[1]),
                            args[2] == null ? 0 : (Double) args[2],
                            (String) args[3],
                            sets));

    static {
        PARSER.declareObject(constructorArg(), (p, c) -> Destination.fromXContent(p), Destination.PARAMETER);
        PARSER.declareString(optionalConstructorArg(), MinRelation.PARAMETER);
        PARSER.declareDouble(optionalConstructorArg(), SimilarityOptions.MIN_CONFIDENCE);
        PARSER.declareString(optionalConstructorArg(), Market.PARAMETER);
        declareStandardFields(PARSER);
    }

    private final String dest;
    private final Relation minRelation;
    private final double confidence;
    private final String market;
    private final Supplier<DuplicateSets> sets;

    /** Which lists there are; {@code null} before they were looked up. */
    private final PublishedLists lists;

    /** The query that results from the fetch; {@code null} without a fetch. */
    private final Supplier<QueryBuilder> fetched;

    /** Ids by the UUIDs of their indices; {@code null} before a node with shards has found them. */
    private final Map<String, DuplicateSet> duplicates;

    /**
     * @param dest destination of a run, or the id of one
     * @param minRelation {@code near} for all duplicates, {@code same} for those that are the same as their canonical document
     * @param confidence minimum confidence of duplicates, 0 to 1; {@code same} always suffices
     * @param market whose duplicates these are; {@code null} for those of the run's canonical documents
     * @param sets of the node
     * @throws IllegalArgumentException if it is another relation: pages of other relations are not duplicates
     */
    public KnownDuplicatesQueryBuilder(
            String dest, Relation minRelation, double confidence, String market, Supplier<DuplicateSets> sets) {
        this(dest, minRelation, confidence, market, sets, null, null, null);
        if (dest.isEmpty()) {
            throw new IllegalArgumentException("[dest] must be the destination of a partition run, but was []");
        }
        if (minRelation != Relation.NEAR && minRelation != Relation.SAME) {
            throw new IllegalArgumentException("[" + MinRelation.PARAMETER.getPreferredName()
                    + "] must be [near] or [same], but was [" + minRelation.value() + "]");
        }
        Market.check(market, minRelation);
        checkConfidence(confidence, market);
    }

    private static void checkConfidence(double confidence, String market) {
        String parameter = SimilarityOptions.MIN_CONFIDENCE.getPreferredName();
        SimilarityParameters.checkShare(parameter, confidence);
        if (confidence > 0 && market != null) {
            // the document that a market keeps may have been compared with another one
            throw new IllegalArgumentException("[" + parameter + "] must be [0] if ["
                    + Market.PARAMETER.getPreferredName() + "] is specified, but was [" + confidence + "]");
        }
    }

    private KnownDuplicatesQueryBuilder(
            String dest,
            Relation minRelation,
            double confidence,
            String market,
            Supplier<DuplicateSets> sets,
            PublishedLists lists,
            Supplier<QueryBuilder> fetched,
            Map<String, DuplicateSet> duplicates) {
        this.dest = dest;
        this.minRelation = minRelation;
        this.confidence = confidence;
        this.market = market;
        this.sets = sets;
        this.lists = lists;
        this.fetched = fetched;
        this.duplicates = duplicates;
    }

    /** @param sets of the node */
    public KnownDuplicatesQueryBuilder(StreamInput in, Supplier<DuplicateSets> sets) throws IOException {
        super(in);
        NddVersion.readSame(in);
        this.dest = in.readString();
        this.minRelation = in.readEnum(Relation.class);
        this.confidence = in.readDouble();
        this.market = in.readOptionalString();
        this.lists = in.readOptionalWriteable(PublishedLists::new);
        this.sets = sets;
        this.fetched = null;
        this.duplicates = null;
    }

    /**
     * Parses the user's input.
     *
     * @param sets of the node
     */
    public static KnownDuplicatesQueryBuilder fromXContent(XContentParser parser, Supplier<DuplicateSets> sets) {
        return PARSER.apply(parser, sets);
    }

    @Override
    protected void doWriteTo(StreamOutput out) throws IOException {
        if (fetched != null) {
            throw new IllegalStateException("[" + NAME + "] must be rewritten before it is sent");
        }
        NddVersion.write(out);
        out.writeString(dest);
        out.writeEnum(minRelation);
        out.writeDouble(confidence);
        out.writeOptionalString(market);
        out.writeOptionalWriteable(lists);
    }

    @Override
    protected void doXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject(NAME);
        Destination.toXContent(dest, builder);
        builder.field(MinRelation.PARAMETER.getPreferredName(), minRelation.value());
        if (confidence > 0) {
            builder.field(SimilarityOptions.MIN_CONFIDENCE.getPreferredName(), confidence);
        }
        if (market != null) {
            builder.field(Market.PARAMETER.getPreferredName(), market);
        }
        boostAndQueryNameToXContent(builder);
        builder.endObject();
    }

    @Override
    protected QueryBuilder doRewrite(QueryRewriteContext context) {
        if (fetched != null) {
            return fetched.get() == null ? this : fetched.get().boost(boost()).queryName(queryName());
        }
        if (lists == null) {
            return context.getResolvedIndices() == null
                    ? this
                    : findLists(context, context.getResolvedIndices().getConcreteLocalIndices());
        }
        return duplicates != null || context.convertToDataRewriteContext() == null ? this : findDuplicates(context);
    }

    private QueryBuilder findLists(QueryRewriteContext context, Index[] indices) {
        SetOnce<QueryBuilder> found = new SetOnce<>();
        context.registerAsyncAction((client, listener) -> listReader(client).find(indices, listener.map(published -> {
            found.set(
                    published.lists().isEmpty()
                            ? new MatchNoneQueryBuilder()
                            : new KnownDuplicatesQueryBuilder(
                                    dest, minRelation, confidence, market, sets, published, null, null));
            return null;
        })));
        return withFetched(found);
    }

    private QueryBuilder findDuplicates(QueryRewriteContext context) {
        SetOnce<QueryBuilder> found = new SetOnce<>();
        context.registerAsyncAction((client, listener) -> sets.get()
                .get(lists, listReader(client), listener.map(ids -> {
                    found.set(new KnownDuplicatesQueryBuilder(
                            dest, minRelation, confidence, market, sets, lists, null, ids));
                    return null;
                })));
        return withFetched(found);
    }

    private DuplicateListReader listReader(Client client) {
        return new DuplicateListReader(client, dest, minRelation, confidence, market);
    }

    private QueryBuilder withFetched(SetOnce<QueryBuilder> found) {
        return new KnownDuplicatesQueryBuilder(dest, minRelation, confidence, market, sets, lists, found::get, null)
                .boost(boost())
                .queryName(queryName());
    }

    @Override
    protected Query doToQuery(SearchExecutionContext context) {
        if (lists == null) {
            throw new IllegalArgumentException("[" + NAME + "] is supported only in searches");
        }
        String index = context.getFullyQualifiedIndex().getUUID();
        PublishedLists.Key key = lists.lists().get(index);
        if (key == null) {
            return Queries.newMatchNoDocsQuery("no duplicates of this index");
        }
        // requests other than searches, such as _explain, are not rewritten by the nodes of their shards
        DuplicateSet set = duplicates == null ? sets.get().get(key) : duplicates.get(index);
        return set == null ? new NotInMemoryQuery(dest) : new KnownDuplicatesQuery(set);
    }

    @Override
    protected boolean doEquals(KnownDuplicatesQueryBuilder other) {
        return dest.equals(other.dest)
                && minRelation == other.minRelation
                && confidence == other.confidence
                && Objects.equals(market, other.market)
                && Objects.equals(lists, other.lists)
                && Objects.equals(fetched, other.fetched)
                && Objects.equals(duplicates, other.duplicates);
    }

    @Override
    protected int doHashCode() {
        return Objects.hash(dest, minRelation, confidence, market, lists, fetched, duplicates);
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public TransportVersion getMinimalSupportedVersion() {
        return TransportVersion.zero();
    }
}
