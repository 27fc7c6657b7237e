package org.ndd.query;

import java.util.List;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilder;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.config.DocumentFields;
import org.ndd.config.MatchRule;
import org.ndd.config.MustAgree;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PageSource;

/**
 * Makes the query {@code near_dup} for pages that are known already, one per page: for callers with many pages per request, so that nothing
 * is fetched or analyzed twice, and boilerplate is checked with one request.
 */
public final class PageQueries {

    /** Default of the maximum number of candidates that are compared per shard. */
    public static final int DEFAULT_MAX_COMPARED = NearDupOptions.DEFAULT.maxVerified();

    private final DocumentFields fields;
    private final NearDupOptions options;
    private final Supplier<BoilerplateRegistry> boilerplate;
    private final LikeResolver resolver;

    /**
     * @param client works with the rights of its user
     * @param fields of the processor
     * @param maxCompared maximum number of candidates that are compared per shard, those that share the rarest fingerprints
     * @param similarity thresholds and rule
     * @param match which documents match; scores are resemblances, or the shares that they contain
     * @param mustAgree fields whose values keep documents apart from the pages, which include their values
     */
    public PageQueries(
            Client client,
            BoilerplateRegistry boilerplate,
            DocumentFields fields,
            int maxCompared,
            SimilarityParameters similarity,
            MatchRule match,
            MustAgree mustAgree) {
        NearDupOptions defaults = NearDupOptions.DEFAULT;
        this.fields = fields;
        this.options = new NearDupOptions(
                defaults.minimumShared(),
                defaults.verify(),
                maxCompared,
                defaults.includeSelf(),
                similarity,
                match,
                mustAgree);
        this.boilerplate = () -> boilerplate;
        this.resolver = new LikeResolver(client, this.boilerplate, fields, mustAgree);
    }

    /**
     * Makes the queries.
     *
     * @param pages a few dozens
     * @param indices concrete ones that will be searched
     * @param listener gets them in the same order; a document does not find itself
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
        PageSource name =
                new PageSource(page.place().index(), page.id(), null, page.id() == null ? "" : null, null, null);
        return new NearDupQueryBuilder(fields, List.of(name), options, false, boilerplate)
                .withPages(new ResolvedLike(List.of(page), all.boilerplate()));
    }
}
