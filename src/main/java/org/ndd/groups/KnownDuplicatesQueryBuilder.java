package org.ndd.groups;

import static org.elasticsearch.xcontent.ConstructingObjectParser.constructorArg;
import static org.elasticsearch.xcontent.ConstructingObjectParser.optionalConstructorArg;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.BitSet;
import org.apache.lucene.util.BitSetIterator;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.action.ResolvedIndices;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.lucene.search.Queries;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.compat.NddVersion;
import org.ndd.compat.QueryBuilderBase;
import org.ndd.compat.WeightBase;
import org.ndd.config.AsyncRewrite;
import org.ndd.config.MatchRule;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.Relation;
import org.ndd.core.text.ParameterCheck;

/**
 * Matches the duplicates of a partition run in the searched indices, by index and id: documents that are {@code near} or {@code same} to
 * their canonical document. For a market, matches canonical documents and their duplicates, except the documents that the market shows. A
 * minimum confidence excludes duplicates that are {@code near} with a lower confidence. A destination that does not exist has no
 * duplicates.
 *
 * <p>The query is rewritten twice. The coordinating node looks up the versions of the lists of duplicates, with the rights of the user, and
 * sends them with the search. Each node with shards of the search then finds the ids in its {@link DuplicateSets}, or reads the lists.
 */
public final class KnownDuplicatesQueryBuilder extends QueryBuilderBase<KnownDuplicatesQueryBuilder> {

    public static final String NAME = "known_duplicates";

    private static final ConstructingObjectParser<KnownDuplicatesQueryBuilder, Supplier<DuplicateSets>> PARSER =
            new ConstructingObjectParser<>(
                    NAME,
                    false,
                    (args, sets) -> new KnownDuplicatesQueryBuilder(
                            new DuplicateSelection(
                                    (String) args[0],
                                    args[1] == null
                                            ? MatchRule.DEFAULT_RELATION
                                            : Relation.parseMinimum((String) args[1]),
                                    args[2] == null ? 0 : (Double) args[2],
                                    (String) args[3]),
                            sets));

    static {
        Destination.declare(PARSER, constructorArg());
        PARSER.declareString(optionalConstructorArg(), MatchRule.MIN_RELATION);
        PARSER.declareDouble(optionalConstructorArg(), SimilarityOptions.MIN_CONFIDENCE);
        PARSER.declareString(optionalConstructorArg(), Market.PARAMETER);
        declareStandardFields(PARSER);
    }

    private final DuplicateSelection selection;
    private final Supplier<DuplicateSets> sets;

    /** The existing lists; {@code null} before they were looked up. */
    private final PublishedLists lists;

    /** Supplies the query that results from the fetch; {@code null} without a fetch. */
    private final Supplier<QueryBuilder> fetched;

    /** Sets of ids by the UUIDs of their indices; {@code null} before a node with shards has found them. */
    private final Map<String, DuplicateSets.DuplicateSet> duplicates;

    KnownDuplicatesQueryBuilder(DuplicateSelection selection, Supplier<DuplicateSets> sets) {
        this(selection, sets, null, null, null);
    }

    private KnownDuplicatesQueryBuilder(
            DuplicateSelection selection,
            Supplier<DuplicateSets> sets,
            PublishedLists lists,
            Supplier<QueryBuilder> fetched,
            Map<String, DuplicateSets.DuplicateSet> duplicates) {
        this.selection = selection;
        this.sets = sets;
        this.lists = lists;
        this.fetched = fetched;
        this.duplicates = duplicates;
    }

    public KnownDuplicatesQueryBuilder(StreamInput in, Supplier<DuplicateSets> sets) throws IOException {
        super(in);
        NddVersion.readSame(in);
        this.selection = new DuplicateSelection(in);
        this.lists = in.readOptionalWriteable(PublishedLists::new);
        this.sets = sets;
        this.fetched = null;
        this.duplicates = null;
    }

    public static KnownDuplicatesQueryBuilder fromXContent(XContentParser parser, Supplier<DuplicateSets> sets) {
        return PARSER.apply(parser, sets);
    }

    @Override
    protected void doWriteTo(StreamOutput out) throws IOException {
        if (fetched != null) {
            throw new IllegalStateException("[" + NAME + "] must be rewritten before it is sent");
        }
        NddVersion.write(out);
        selection.writeTo(out);
        out.writeOptionalWriteable(lists);
    }

    @Override
    protected void doXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject(NAME);
        selection.toXContent(builder);
        boostAndQueryNameToXContent(builder);
        builder.endObject();
    }

    @Override
    protected QueryBuilder doRewrite(QueryRewriteContext context) {
        if (fetched != null) {
            return fetched.get() == null ? this : fetched.get().boost(boost()).queryName(queryName());
        }
        if (lists == null) {
            ResolvedIndices searched = context.getResolvedIndices();
            if (searched == null) {
                return this;
            }
            ensureOneCluster(searched.getRemoteClusterIndices().keySet());
            return findLists(context, searched.getConcreteLocalIndices());
        }
        return duplicates != null || context.convertToDataRewriteContext() == null ? this : findDuplicates(context);
    }

    /** Rejects a search of other clusters, whose lists are not read: no document of them would match. */
    private static void ensureOneCluster(Set<String> others) {
        if (others.isEmpty() == false) {
            throw new IllegalArgumentException("[" + NAME
                    + "] must be in a search of the local cluster only, but was in a search of " + new TreeSet<>(others)
                    + ": mark the duplicates, and exclude documents with [ndd.duplicate_of]");
        }
    }

    private QueryBuilder findLists(QueryRewriteContext context, Index[] indices) {
        return withFetched(AsyncRewrite.start(
                context,
                (client, listener) -> listReader(client)
                        .find(sets.get().withoutRestored(selection.dest(), indices), listener.map(published -> {
                            if (published.lists().isEmpty()) {
                                sets.get().warnIfNotRead(selection.dest(), indices);
                                return new MatchNoneQueryBuilder();
                            }
                            return new KnownDuplicatesQueryBuilder(selection, sets, published, null, null);
                        }))));
    }

    private QueryBuilder findDuplicates(QueryRewriteContext context) {
        return withFetched(AsyncRewrite.start(
                context,
                (client, listener) -> sets.get()
                        .get(
                                lists,
                                listReader(client),
                                listener.map(
                                        ids -> new KnownDuplicatesQueryBuilder(selection, sets, lists, null, ids)))));
    }

    private DuplicateListReader listReader(Client client) {
        return new DuplicateListReader(client, selection);
    }

    private QueryBuilder withFetched(Supplier<QueryBuilder> found) {
        return new KnownDuplicatesQueryBuilder(selection, sets, lists, found, null)
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
        DuplicateSets.DuplicateSet set = duplicates == null ? sets.get().get(key) : duplicates.get(index);
        if (set != null && set.isComplete() == false) {
            // the request cache would return the results of this user to others
            context.disableCache();
        }
        return new KnownDuplicatesQuery(selection.dest(), set);
    }

    @Override
    protected boolean doEquals(KnownDuplicatesQueryBuilder other) {
        return selection.equals(other.selection)
                && Objects.equals(lists, other.lists)
                && Objects.equals(fetched, other.fetched)
                && Objects.equals(duplicates, other.duplicates);
    }

    @Override
    protected int doHashCode() {
        return Objects.hash(selection, lists, fetched, duplicates);
    }

    @Override
    public String getWriteableName() {
        return NAME;
    }

    @Override
    public TransportVersion getMinimalSupportedVersion() {
        return TransportVersion.zero();
    }

    /**
     * Selects duplicates of a run.
     *
     * @param dest destination of a run, or the id of one
     * @param minRelation {@code near} for all duplicates, {@code same} for duplicates that are {@code same} to their canonical document
     * @param confidence minimum confidence of duplicates, 0 to 1; {@code same} always suffices
     * @param market market whose hidden documents are selected; {@code null} for the duplicates of the run's canonical documents
     */
    record DuplicateSelection(String dest, Relation minRelation, double confidence, String market)
            implements Writeable {

        /** @throws IllegalArgumentException if the relation is neither {@code near} nor {@code same}: other documents are not duplicates */
        DuplicateSelection {
            Destination.checkName(dest);
            MatchRule.requireDuplicates(minRelation);
            Market.check(market, minRelation);
            checkConfidence(confidence, market);
        }

        DuplicateSelection(StreamInput in) throws IOException {
            this(in.readString(), in.readEnum(Relation.class), in.readDouble(), in.readOptionalString());
        }

        private static void checkConfidence(double confidence, String market) {
            String parameter = SimilarityOptions.MIN_CONFIDENCE.getPreferredName();
            ParameterCheck.share(parameter, confidence);
            if (confidence > 0 && market != null) {
                // the document that a market shows may have been compared with another canonical document
                throw new IllegalArgumentException("[" + parameter + "] must be [0] if ["
                        + Market.PARAMETER.getPreferredName() + "] is specified, but was [" + confidence + "]");
            }
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(dest);
            out.writeEnum(minRelation);
            out.writeDouble(confidence);
            out.writeOptionalString(market);
        }

        void toXContent(XContentBuilder builder) throws IOException {
            Destination.toXContent(dest, builder);
            builder.field(MatchRule.MIN_RELATION.getPreferredName(), minRelation.value());
            if (confidence > 0) {
                builder.field(SimilarityOptions.MIN_CONFIDENCE.getPreferredName(), confidence);
            }
            if (market != null) {
                builder.field(Market.PARAMETER.getPreferredName(), market);
            }
        }
    }

    /** Matches the duplicates of a set, all with the same score. */
    static final class KnownDuplicatesQuery extends Query {

        private final String dest;
        private final DuplicateSets.DuplicateSet duplicates;

        /**
         * @param duplicates {@code null} if they are not in the memory of this node. The query is then valid, and fails with status 503
         *     when it is executed. An exception during its construction would be reported as an error of the request.
         */
        KnownDuplicatesQuery(String dest, @Nullable DuplicateSets.DuplicateSet duplicates) {
            this.dest = dest;
            this.duplicates = duplicates;
        }

        @Override
        public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) {
            if (duplicates == null) {
                throw new ElasticsearchStatusException(
                        "the duplicates of [{}] are not in the memory of this node, and only searches load them: "
                                + "search with [{}] first, and repeat the request",
                        RestStatus.SERVICE_UNAVAILABLE,
                        dest,
                        KnownDuplicatesQueryBuilder.NAME);
            }
            return new KnownDuplicatesWeight(boost);
        }

        private final class KnownDuplicatesWeight extends WeightBase {

            private final float boost;

            KnownDuplicatesWeight(float boost) {
                super(KnownDuplicatesQuery.this);
                this.boost = boost;
            }

            @Override
            public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
                BitSet found = duplicates.bitSet(leaf);
                return supplier(
                        found == null
                                ? null
                                : constant(boost, new BitSetIterator(found, found.approximateCardinality())));
            }

            @Override
            public Explanation explain(LeafReaderContext leaf, int doc) throws IOException {
                BitSet found = duplicates.bitSet(leaf);
                return found != null && found.get(doc)
                        ? Explanation.match(boost, "a duplicate of the run")
                        : Explanation.noMatch("no duplicate of the run");
            }

            /** Returns false, because the set already has a bit set of each segment. */
            @Override
            public boolean isCacheable(LeafReaderContext leaf) {
                return false;
            }
        }

        @Override
        public void visit(QueryVisitor visitor) {
            visitor.visitLeaf(this);
        }

        @Override
        public String toString(String field) {
            return KnownDuplicatesQueryBuilder.NAME;
        }

        @Override
        public boolean equals(Object other) {
            return sameClassAs(other)
                    && dest.equals(((KnownDuplicatesQuery) other).dest)
                    && duplicates == ((KnownDuplicatesQuery) other).duplicates;
        }

        @Override
        public int hashCode() {
            return 31 * classHash() + System.identityHashCode(duplicates);
        }
    }
}
