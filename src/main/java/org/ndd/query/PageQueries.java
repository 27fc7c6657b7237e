package org.ndd.query;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilder;
import org.ndd.boilerplate.BoilerplateStore;
import org.ndd.config.DocumentFields;
import org.ndd.config.MustAgree;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.pair.PageSource;

/**
 * Makes the query {@code near_dup} for pages that are known already, one per page: for callers with many pages per request, so that nothing
 * is fetched or analyzed twice, and boilerplate is read with one request per index.
 */
public final class PageQueries {

    /** Default of the maximum number of candidates that are compared per shard. */
    public static final int MOST_COMPARED = NearDupOptions.DEFAULT.maxVerified();

    private final DocumentFields fields;
    private final NearDupOptions options;
    private final BoilerplateStore store;
    private final LikeResolver resolver;

    /**
     * @param client works with the rights of its user
     * @param fields of the processor
     * @param mostCompared maximum number of candidates that are compared per shard, those that share the rarest fingerprints
     * @param similarity thresholds and rule
     * @param least the farthest relation that matches
     * @param mustAgree fields whose values keep documents apart from the pages, which include their values
     */
    public PageQueries(
            Client client,
            BoilerplateStore store,
            DocumentFields fields,
            int mostCompared,
            SimilarityParameters similarity,
            Relation least,
            MustAgree mustAgree) {
        NearDupOptions standard = NearDupOptions.DEFAULT;
        this.fields = fields;
        this.options = new NearDupOptions(
                standard.minimumShared(),
                standard.verify(),
                mostCompared,
                standard.includeSelf(),
                similarity,
                least,
                mustAgree);
        this.store = store;
        this.resolver = new LikeResolver(client, store, fields, mustAgree);
    }

    /**
     * Makes the queries.
     *
     * @param pages a few dozens; their boilerplate is looked up again
     * @param indices concrete ones that will be searched
     * @param listener gets them in the same order; scores are resemblances, and a document does not find itself
     */
    public void make(List<ComparablePage> pages, List<String> indices, ActionListener<List<QueryBuilder>> listener) {
        resolver.addBoilerplate(
                pages,
                indices,
                listener.map(all -> all.pages().stream()
                        .<QueryBuilder>map(page -> query(page, all))
                        .toList()));
    }

    private QueryBuilder query(ComparablePage page, ResolvedLike all) {
        Predicate<IndexedSite> own = site ->
                page.id() == null && Objects.equals(site.site(), page.place().site());
        Set<IndexedSite> asked = all.asked().stream().filter(own).collect(Collectors.toSet());
        Map<IndexedSite, SiteBoilerplate> boilerplate = new HashMap<>(all.boilerplate());
        boilerplate.keySet().removeIf(own.negate());
        PageSource name =
                new PageSource(page.place().index(), page.id(), null, page.id() == null ? "" : null, null, null);
        return new NearDupQueryBuilder(fields, List.of(name), options, false, () -> store)
                .of(new ResolvedLike(List.of(page), asked, boilerplate));
    }
}
