package org.ndd.search;

import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.Weight;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.search.aggregations.support.AggregationContext;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.compat.ScorerBase;
import org.ndd.compat.WeightBase;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentFields;
import org.ndd.config.FingerprintOptions;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.text.ParameterCheck;
import org.ndd.ingest.VisibleTerms;
import org.ndd.pair.CharacterLimit;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.MustAgreeFields;
import org.ndd.pair.PairJudge;
import org.ndd.search.NearDupQueryBuilder.QueryWarnings;

/**
 * Matches the documents of a shard that are near-duplicates of at least one page, or have another requested relation to it. It is a value:
 * the state of a shard is in its {@link Weight}. It is never cached, because newly learned boilerplate changes the matches.
 */
final class NearDupQuery extends Query {

    private final Shard shard;
    private final List<ComparablePage> like;
    private final NearDupOptions options;
    private final Supplier<LoadedBoilerplate> boilerplate;

    /** Warnings about the search of the shard, which are not part of the query's value. */
    private final Set<String> warnings = ConcurrentHashMap.newKeySet();

    /**
     * @param shard the shard, whose index and fields are part of the query's value, and determine the rest
     * @param like the pages, at least one, with the version of their fingerprints; pages that are not documents belong to this index
     * @param boilerplate supplies the boilerplate, or {@code null} without verification, and may fail; not part of the query's value,
     *     because the query is never cached
     */
    NearDupQuery(
            Shard shard, List<ComparablePage> like, NearDupOptions options, Supplier<LoadedBoilerplate> boilerplate) {
        this.shard = Objects.requireNonNull(shard);
        this.like = List.copyOf(like);
        this.options = Objects.requireNonNull(options);
        this.boilerplate = boilerplate;
    }

    @Override
    public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost) throws IOException {
        LoadedBoilerplate loaded = boilerplate.get();
        CandidateFinder finder = new CandidateFinder(this, loaded, searcher.getIndexReader());
        return options.verify()
                ? new VerifiedWeight(this, loaded, finder, boost)
                : new UnverifiedWeight(this, finder, boost);
    }

    @Override
    public void visit(QueryVisitor visitor) {
        if (visitor.acceptField(shard.fields().fingerprints())) {
            visitor.visitLeaf(this);
        }
    }

    /** Adds a warning to the response. It is kept, because this thread may search only some segments, see {@link QueryWarnings}. */
    void warn(String warning) {
        HeaderWarning.addWarning(warning);
        warnings.add(warning);
    }

    Collection<String> warnings() {
        return warnings;
    }

    Shard shard() {
        return shard;
    }

    List<ComparablePage> like() {
        return like;
    }

    NearDupOptions options() {
        return options;
    }

    /** Returns a name of the page for error messages and explanations, without its text. */
    static String name(ComparablePage page) {
        return page.id() == null
                ? "a text of " + page.text().length() + " characters"
                : "[" + page.place().index() + "/" + page.id() + "]";
    }

    @Override
    public String toString(String field) {
        return "near_dup(" + like.stream().map(NearDupQuery::name).toList() + ", " + options + ")";
    }

    @Override
    public boolean equals(Object other) {
        return sameClassAs(other)
                && shard.index().equals(((NearDupQuery) other).shard.index())
                && shard.fields().equals(((NearDupQuery) other).shard.fields())
                && like.equals(((NearDupQuery) other).like)
                && options.equals(((NearDupQuery) other).options);
    }

    @Override
    public int hashCode() {
        return Objects.hash(classHash(), shard.index(), shard.fields(), like, options);
    }

    /**
     * The shard in which a query searches for near-duplicates of pages.
     *
     * @param index its concrete index
     * @param mixed whether it may have documents with fingerprints of another version than a page, which are excluded
     * @param mustAgreeFields reads the values of {@code must_agree}
     * @param queries number of queries {@code near_dup} of the search, complete before this one is executed
     */
    record Shard(
            String index,
            DocumentFields fields,
            boolean mixed,
            MustAgreeFields mustAgreeFields,
            IntSupplier queries,
            ComparisonMemory memory) {

        /** Returns the maximum number of characters that this query compares: the queries of the search have equal parts of the limit. */
        long maxCharacters() {
            return CharacterLimit.MAX_CHARACTERS / queries.getAsInt();
        }
    }

    /**
     * Options of a search for near-duplicates.
     *
     * @param minimumShared minimum number of fingerprints that a candidate shares with a page; 1 to 1,024; equal texts are always
     *     candidates
     * @param verify whether only candidates match that a comparison of the texts confirms; otherwise every candidate matches
     * @param maxVerified maximum number of candidates that are compared per shard, the best first; 1 to 10,000
     * @param includeSelf whether the documents under {@code like} may match
     * @param comparison options of the comparison
     */
    record NearDupOptions(
            int minimumShared, boolean verify, int maxVerified, boolean includeSelf, ComparisonOptions comparison)
            implements Writeable, ToXContentFragment {

        static final ParseField MINIMUM_SHARED = new ParseField("minimum_shared");
        static final ParseField VERIFY = new ParseField("verify");
        static final ParseField MAX_VERIFIED = new ParseField("max_verified");
        static final ParseField INCLUDE_SELF = new ParseField("include_self");

        static final NearDupOptions DEFAULT = new NearDupOptions(1, true, 1000, false, ComparisonOptions.DEFAULT);

        NearDupOptions {
            ParameterCheck.range("minimum_shared", minimumShared, 1, 1024);
            ParameterCheck.range("max_verified", maxVerified, 1, 10_000);
            comparison.match().requireVerify(verify);
        }

        NearDupOptions(StreamInput in) throws IOException {
            this(in.readVInt(), in.readBoolean(), in.readVInt(), in.readBoolean(), new ComparisonOptions(in));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeVInt(minimumShared);
            out.writeBoolean(verify);
            out.writeVInt(maxVerified);
            out.writeBoolean(includeSelf);
            comparison.writeTo(out);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.field(MINIMUM_SHARED.getPreferredName(), minimumShared);
            builder.field(VERIFY.getPreferredName(), verify);
            builder.field(MAX_VERIFIED.getPreferredName(), maxVerified);
            builder.field(INCLUDE_SELF.getPreferredName(), includeSelf);
            comparison.toXContent(builder);
            return builder;
        }

        /** Returns the options as JSON, for profiles and validated queries. */
        @Override
        public String toString() {
            return Strings.toString(this);
        }

        /** Returns the judge that determines which documents match. */
        PairJudge judge(ComparisonMemory memory) {
            return new PairJudge(comparison.similarity(), comparison.match(), memory);
        }
    }

    /**
     * Counts the queries {@code near_dup} of a search, on its coordinating node and on each shard, and the aggregations that compare texts,
     * on each shard. In each of these places, all of a search have the same context, which plugins cannot extend. Thread-safe.
     */
    static final class QueryCount {

        /** Maximum number of queries, and of aggregations. Each query compares at least one pair of texts per shard. */
        static final int MAX_QUERIES = 16;

        private static final Map<Object, AtomicInteger> COUNTS = Collections.synchronizedMap(new WeakHashMap<>());

        private QueryCount() {}

        /**
         * @return supplies the number of queries of the search, which is complete before the first query is executed
         * @throws IllegalArgumentException if there are more than {@value #MAX_QUERIES}
         */
        static IntSupplier add(QueryRewriteContext search) {
            return add(search, "queries");
        }

        /** @throws IllegalArgumentException if more than {@value #MAX_QUERIES} aggregations of the search compare texts */
        static void add(AggregationContext search) {
            add(search, "aggregations with [verify]");
        }

        private static IntSupplier add(Object search, String counted) {
            AtomicInteger count = COUNTS.computeIfAbsent(search, context -> new AtomicInteger());
            if (count.incrementAndGet() > MAX_QUERIES) {
                throw new IllegalArgumentException("[near_dup] must be at most [" + MAX_QUERIES + "] " + counted
                        + " of a search, but was [" + count + "] or more");
            }
            return count::get;
        }
    }

    /** Matches every candidate. The score is the largest share of a page's fingerprints that the document has. Does not read texts. */
    static final class UnverifiedWeight extends WeightBase {

        private final CandidateFinder finder;
        private final float boost;

        UnverifiedWeight(NearDupQuery query, CandidateFinder finder, float boost) {
            super(query);
            this.finder = finder;
            this.boost = boost;
        }

        @Override
        public ScorerSupplier scorerSupplier(LeafReaderContext leaf) throws IOException {
            CandidateWalk walk = finder.walk(leaf);
            return supplier(walk == null ? null : new ShareScorer(walk));
        }

        private final class ShareScorer extends ScorerBase {

            private final CandidateWalk walk;

            ShareScorer(CandidateWalk walk) {
                super(UnverifiedWeight.this);
                this.walk = walk;
            }

            @Override
            public DocIdSetIterator iterator() {
                return walk;
            }

            @Override
            public float getMaxScore(int upTo) {
                return boost;
            }

            @Override
            public float score() {
                return boost * walk.share();
            }

            @Override
            public int docID() {
                return walk.docID();
            }
        }

        @Override
        public Explanation explain(LeafReaderContext leaf, int doc) throws IOException {
            CandidateWalk walk = finder.walk(leaf);
            if (walk == null || walk.advance(doc) != doc) {
                return Explanation.noMatch("no candidate: shares too few fingerprints with every [like] document");
            }
            return Explanation.match(
                    boost * walk.share(),
                    "share of the fingerprints of a [like] document, not verified, computed as share * boost from:",
                    Explanation.match(walk.share(), "share"),
                    Explanation.match(boost, "boost"),
                    Explanation.match(
                            finder.tooCommon(), "fingerprints not used because too many documents have them"));
        }

        /** Returns false, because the iterator omits documents that this user may not see, and a cache would apply that to other users. */
        @Override
        public boolean isCacheable(LeafReaderContext leaf) {
            return false;
        }
    }

    /**
     * Lists the versions of the fingerprints on a shard. Pages of different versions share no fingerprints, even if their texts are equal.
     * So only documents of the same version are found for a page. A warning informs the user that others are excluded, and how to change
     * that.
     */
    static final class ShardVersions {

        private final IndexReader reader;
        private final String field;
        private final SortedSet<String> versions;
        private String mostFrequent;

        /**
         * @param reader {@code null} if there is no shard
         * @param field field that contains the versions
         */
        ShardVersions(IndexReader reader, String field) throws IOException {
            this.reader = reader;
            this.field = field;
            this.versions = reader == null ? new TreeSet<>() : VisibleTerms.of(reader, field);
        }

        /**
         * Returns the version for a page that is not a document: the most frequent version that this ndd supports. If several are equally
         * frequent, returns the last by name.
         */
        String mostFrequent() throws IOException {
            if (mostFrequent == null) {
                List<String> supported = versions.stream()
                        .filter(version -> FingerprintOptions.isKnown(version))
                        .toList();
                if (supported.isEmpty()) {
                    mostFrequent = FingerprintParameters.BALANCED.version();
                } else if (supported.size() == 1) {
                    mostFrequent = supported.get(0);
                } else {
                    mostFrequent = VisibleTerms.count(reader, field, supported).entrySet().stream()
                            .max(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                            .orElseThrow()
                            .getKey();
                }
            }
            return mostFrequent;
        }

        /** Returns whether there may be documents of another version than a page; adds a warning in this case. */
        boolean warnIfMixed(String index, List<ComparablePage> pages) {
            SortedSet<String> requested = new TreeSet<>();
            pages.forEach(page -> requested.add(page.version()));
            if (versions.isEmpty() || versions.equals(requested) && versions.size() == 1) {
                return false;
            }
            HeaderWarning.addWarning(
                    "[near_dup] found only documents whose fingerprints have the versions {} in index [{}], which has the versions {}: "
                            + "POST /{}/_ndd/backfill converts them to one version",
                    requested,
                    index,
                    versions,
                    index);
            return true;
        }
    }
}
