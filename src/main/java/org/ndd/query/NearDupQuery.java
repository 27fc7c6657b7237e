package org.ndd.query;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.elasticsearch.common.logging.HeaderWarning;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.config.DocumentFields;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.pair.CharacterLimit;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.MustAgreeFields;

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
        return "near_dup(" + shard.fields().parent() + " like "
                + like.stream().map(NearDupQuery::name).toList() + ", " + options + ")";
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
     * @param fields names of the fields that the processor writes
     * @param mixed whether it may have documents with fingerprints of another version than a page, which are excluded
     * @param mustAgreeFields reads the values of {@code must_agree}
     * @param queries number of queries {@code near_dup} of the search, complete before this one is executed
     * @param memory supplies the scratch space of comparisons
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
}
