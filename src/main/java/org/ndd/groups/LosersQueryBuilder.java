package org.ndd.groups;

import static org.elasticsearch.xcontent.ConstructingObjectParser.constructorArg;
import static org.elasticsearch.xcontent.ConstructingObjectParser.optionalConstructorArg;

import java.io.IOException;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.SetOnce;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.Market;
import org.ndd.config.MinRelation;
import org.ndd.core.compare.Relation;
import org.ndd.line.QueryBuilderBase;
import org.ndd.version.NddVersion;

/**
 * Matches the losers of a partition run: pages that are {@code near} to the winner of their group, or the {@code same}, of the indices that
 * are searched, each by index and id; or, where a market is named, what that does not keep of each winner and its losers. A
 * destination that does not exist has no losers. Their ids are fetched once a search, with the user's
 * rights, and travel with it: some 20 to 40 bytes a loser.
 */
public final class LosersQueryBuilder extends QueryBuilderBase<LosersQueryBuilder> {

    public static final String NAME = "near_dup_losers";

    private static final ParseField GROUPS = new ParseField("groups");

    private static final ConstructingObjectParser<LosersQueryBuilder, Void> PARSER = new ConstructingObjectParser<>(
            NAME,
            args -> new LosersQueryBuilder(
                    (String) args[0],
                    args[1] == null ? MinRelation.DEFAULT : Relation.leastOf((String) args[1]),
                    (String) args[2]));

    static {
        PARSER.declareString(constructorArg(), GROUPS);
        PARSER.declareString(optionalConstructorArg(), MinRelation.PARAMETER);
        PARSER.declareString(optionalConstructorArg(), Market.PARAMETER);
        declareStandardFields(PARSER);
    }

    private final String groups;
    private final Relation least;
    private final String market;
    private final Supplier<QueryBuilder> losers;

    /**
     * @param groups destination of a run, or the id of one
     * @param least {@code near} for all losers, {@code same} for those that are the same as their winner
     * @param market whose losers these are; {@code null} for those of the run's winners
     * @throws IllegalArgumentException where it is another relation: pages of others are no losers
     */
    public LosersQueryBuilder(String groups, Relation least, String market) {
        this(groups, least, market, null);
        if (groups.isEmpty()) {
            throw new IllegalArgumentException("[" + GROUPS + "] must be the destination of a run, but was empty");
        }
        if (least != Relation.NEAR && least != Relation.SAME) {
            throw new IllegalArgumentException("[" + MinRelation.PARAMETER.getPreferredName()
                    + "] must be [near] or [same], but was [" + least.value() + "]");
        }
        Market.check(market, least);
    }

    private LosersQueryBuilder(String groups, Relation least, String market, Supplier<QueryBuilder> losers) {
        this.groups = groups;
        this.least = least;
        this.market = market;
        this.losers = losers;
    }

    public LosersQueryBuilder(StreamInput in) throws IOException {
        super(in);
        NddVersion.readSame(in);
        groups = in.readString();
        least = in.readEnum(Relation.class);
        market = in.readOptionalString();
        losers = null;
    }

    /** Reads what users write. */
    public static LosersQueryBuilder fromXContent(XContentParser parser) {
        return PARSER.apply(parser, null);
    }

    @Override
    protected void doWriteTo(StreamOutput out) throws IOException {
        if (losers != null) {
            throw new IllegalStateException("[" + NAME + "] must be rewritten before it is sent");
        }
        NddVersion.write(out);
        out.writeString(groups);
        out.writeEnum(least);
        out.writeOptionalString(market);
    }

    @Override
    protected void doXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject(NAME);
        builder.field(GROUPS.getPreferredName(), groups);
        builder.field(MinRelation.PARAMETER.getPreferredName(), least.value());
        if (market != null) {
            builder.field(Market.PARAMETER.getPreferredName(), market);
        }
        boostAndQueryNameToXContent(builder);
        builder.endObject();
    }

    @Override
    protected QueryBuilder doRewrite(QueryRewriteContext context) {
        if (losers != null) {
            return losers.get() == null ? this : losers.get().boost(boost()).queryName(queryName());
        }
        if (context.getResolvedIndices() == null) {
            return this;
        }
        Index[] indices = context.getResolvedIndices().getConcreteLocalIndices();
        SetOnce<QueryBuilder> found = new SetOnce<>();
        context.registerAsyncAction((client, listener) -> new LoserFinder(client, groups, least, market)
                .find(indices, listener.map(query -> {
                    found.set(query);
                    return null;
                })));
        LosersQueryBuilder waiting = new LosersQueryBuilder(groups, least, market, found::get);
        waiting.boost(boost()).queryName(queryName());
        return waiting;
    }

    @Override
    protected Query doToQuery(SearchExecutionContext context) {
        throw new IllegalArgumentException("[" + NAME + "] must be in a search, but was where nothing can be fetched");
    }

    @Override
    protected boolean doEquals(LosersQueryBuilder other) {
        return groups.equals(other.groups)
                && least == other.least
                && Objects.equals(market, other.market)
                && Objects.equals(losers, other.losers);
    }

    @Override
    protected int doHashCode() {
        return Objects.hash(groups, least, market, losers);
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
