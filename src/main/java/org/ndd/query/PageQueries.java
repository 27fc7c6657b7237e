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
import org.ndd.query.LikeResolver.ResolvedLike;

/**
 * Creates the query {@code near_dup} for known pages, one query per page. For callers with many pages per request: nothing is fetched or
 * analyzed twice, and one request checks the boilerplate.
 */
public final class PageQueries {

    /** Default of the maximum number of candidates that are compared per shard. */
    public static final int DEFAULT_MAX_COMPARED = NearDupOptions.DEFAULT.maxVerified();

    private final DocumentFields fields;
    private final NearDupOptions options;
    private final Supplier<BoilerplateRegistry> boilerplate;
    private final LikeResolver resolver;

    /**
     * @param client client with the rights of its user
     * @param fields names of the fields that the processor writes
     * @param maxCompared maximum number of candidates that are compared per shard, those that share the rarest fingerprints first
     * @param similarity thresholds and rule of the comparison
     * @param match rule that determines which documents match; scores are resemblances, or the shares that documents contain
     * @param mustAgree fields whose values must agree with those of the pages, which include their values
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
     * Creates the queries.
     *
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
        PageSource name =
                new PageSource(page.place().index(), page.id(), null, page.id() == null ? "" : null, null, null);
        return new NearDupQueryBuilder(fields, List.of(name), options, false, boilerplate)
                .withPages(new ResolvedLike(List.of(page), all.boilerplate()));
    }
}
