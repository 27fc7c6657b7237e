package org.ndd.pair;

import java.util.List;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.StoredFieldsContext;
import org.ndd.config.ApartBy;

/**
 * Finds the values that keep a page apart from others: those of a document by a search, as they are indexed, which is how they are read of
 * all others; those of a page that is given whole are given with it.
 */
public final class ApartFetcher {

    private final Client client;
    private final ApartBy apartBy;

    /** @param client searches with the rights of its user */
    public ApartFetcher(Client client, ApartBy apartBy) {
        this.client = client;
        this.apartBy = apartBy;
    }

    /**
     * Finds values. Nothing is searched where nothing keeps documents apart.
     *
     * @param listener gets a list for each field; {@link ResourceNotFoundException} (404) where a search does not see the document
     */
    public void fetch(PageSource page, ActionListener<List<List<String>>> listener) {
        if (apartBy.isEmpty() || page.isDocument() == false) {
            listener.onResponse(page.values(apartBy));
            return;
        }
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(QueryBuilders.idsQuery().addIds(page.id()))
                .size(1)
                .trackTotalHits(false)
                .fetchSource(false)
                .storedField(StoredFieldsContext._NONE_)
                .ext(List.of(new ApartRequest(apartBy)));
        SearchRequest request = new SearchRequest(page.index())
                .routing(page.routing())
                .source(source)
                .allowPartialSearchResults(false);
        client.search(request, listener.map(response -> {
            SearchHit[] hits = response.getHits().getHits();
            if (hits.length == 0) {
                throw new ResourceNotFoundException(
                        "document [{}] of index [{}] is not seen by searches yet, which [apart_by] needs: refresh the index",
                        page.id(),
                        page.index());
            }
            return ApartPhase.values(hits[0]);
        }));
    }
}
