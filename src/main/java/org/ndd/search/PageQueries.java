package org.ndd.search;

import java.util.List;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.index.query.QueryBuilder;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.config.ComparisonOptions;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PageSource;
import org.ndd.search.LikeResolver.ResolvedLike;
import org.ndd.search.NearDupQuery.NearDupOptions;

/**
 * Creates the query {@code near_dup} for known pages, one query per page. For callers with many pages per request: nothing is fetched or
 * analyzed twice, and one request checks the boilerplate.
 */
public final class PageQueries {

    /** Default of the maximum number of candidates that are compared per shard. */
    public static final int DEFAULT_MAX_COMPARED = NearDupOptions.DEFAULT.maxVerified();

    private final NearDupOptions options;
    private final Supplier<BoilerplateRegistry> boilerplate;
    private final LikeResolver resolver;

    /**
     * @param boilerplate reads boilerplate with the rights of the user
     * @param maxCompared maximum number of candidates that are compared per shard, those that share the rarest fingerprints first
     * @param comparison options of the comparison. Scores are resemblances, or the shares that documents contain. The pages include their
     *     values of {@code must_agree}
     */
    public PageQueries(BoilerplateLookup boilerplate, int maxCompared, ComparisonOptions comparison) {
        NearDupOptions defaults = NearDupOptions.DEFAULT;
        this.options = new NearDupOptions(
                defaults.minimumShared(), defaults.verify(), maxCompared, defaults.includeSelf(), comparison);
        this.boilerplate = boilerplate::registry;
        this.resolver =
                new LikeResolver(boilerplate.client(), this.boilerplate, comparison.fields(), comparison.mustAgree());
    }

    /**
     * @param pages pages, some tens at most
     * @param indices concrete indices that will be searched
     * @param listener receives the queries in the same order; a document does not match itself
     */
    public void create(List<ComparablePage> pages, List<String> indices, ActionListener<List<QueryBuilder>> listener) {
        resolver.addBoilerplate(
                pages,
                indices,
                listener.map(all -> all.pages().stream()
                        .<QueryBuilder>map(page -> query(page, all))
                        .toList()));
    }

    private QueryBuilder query(ComparablePage page, ResolvedLike all) {
        PageSource name = page.id() == null
                ? PageSource.text("")
                : PageSource.document(page.place().index(), page.id(), null);
        return new NearDupQueryBuilder(List.of(name), options, false, boilerplate)
                .withPages(new ResolvedLike(List.of(page), all.boilerplate()));
    }
}
