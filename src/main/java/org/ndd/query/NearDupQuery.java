package org.ndd.query;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.config.DocumentFields;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.MustAgreeFields;

/**
 * Matches the documents of a shard that are near-duplicates of one of some pages, or have another requested relation to it. A value: its
 * state of a shard is in its {@link Weight}. Never cached, because boilerplate that is learned again changes the matches.
 */
final class NearDupQuery extends Query {

    private final String index;
    private final DocumentFields fields;
    private final List<ComparablePage> like;
    private final boolean mixed;
    private final NearDupOptions options;
    private final MustAgreeFields apart;
    private final Supplier<LoadedBoilerplate> boilerplate;
    private final ComparisonMemory memory;

    /**
     * @param index concrete index of the shard
     * @param fields of the processor
     * @param like the pages, at least one, with the version of their fingerprints; those that are not documents belong to this index
     * @param mixed whether the shard may have documents of another version than a page, which are left out; not part of the query's value
     * @param apart reads what keeps documents apart from the pages; not part of the query's value, as index and options determine it
     * @param boilerplate supplies {@code null} without verification, and may fail; not part of the query's value, as a query with other
     *     boilerplate is never cached
     * @param memory supplies the scratch space of comparisons; not part of the query's value either
     */
    NearDupQuery(
            String index,
            DocumentFields fields,
            List<ComparablePage> like,
            boolean mixed,
            NearDupOptions options,
            MustAgreeFields apart,
            Supplier<LoadedBoilerplate> boilerplate,
            ComparisonMemory memory) {
        this.index = Objects.requireNonNull(index);
        this.fields = Objects.requireNonNull(fields);
        this.like = List.copyOf(like);
        this.mixed = mixed;
        this.options = Objects.requireNonNull(options);
        this.apart = Objects.requireNonNull(apart);
        this.boilerplate = boilerplate;
        this.memory = Objects.requireNonNull(memory);
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
        if (visitor.acceptField(fields.fingerprints())) {
            visitor.visitLeaf(this);
        }
    }

    String index() {
        return index;
    }

    DocumentFields fields() {
        return fields;
    }

    List<ComparablePage> like() {
        return like;
    }

    boolean mixed() {
        return mixed;
    }

    NearDupOptions options() {
        return options;
    }

    MustAgreeFields apart() {
        return apart;
    }

    ComparisonMemory memory() {
        return memory;
    }

    /** The pages for error messages and explanations: never their texts. */
    static String name(ComparablePage page) {
        return page.id() == null
                ? "a text of " + page.text().length() + " characters"
                : "[" + page.place().index() + "/" + page.id() + "]";
    }

    @Override
    public String toString(String field) {
        return "near_dup(" + fields.parent() + " like "
                + like.stream().map(NearDupQuery::name).toList() + ", " + options + ")";
    }

    @Override
    public boolean equals(Object other) {
        return sameClassAs(other)
                && index.equals(((NearDupQuery) other).index)
                && fields.equals(((NearDupQuery) other).fields)
                && like.equals(((NearDupQuery) other).like)
                && options.equals(((NearDupQuery) other).options);
    }

    @Override
    public int hashCode() {
        return Objects.hash(classHash(), index, fields, like, options);
    }
}
