package org.ndd.evaluate;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.config.DocumentFields;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.SourcePage;

/**
 * Fetches what the processor wrote into documents, by id and whatever their routing, with the rights of the client's user. What was indexed
 * after the last refresh is not seen.
 */
final class DocumentSearch {

    private final Client client;
    private final EvaluateRequest request;

    DocumentSearch(Client client, EvaluateRequest request) {
        this.client = client;
        this.request = request;
    }

    /**
     * Fetches documents.
     *
     * @param ids different ones; few enough for their texts to be held
     * @param listener gets those that exist, by id
     */
    void fetch(Collection<String> ids, ActionListener<Map<String, ComparablePage>> listener) {
        DocumentFields fields = request.fields();
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(QueryBuilders.idsQuery().addIds(ids.toArray(String[]::new)))
                .size(2 * ids.size())
                .trackTotalHits(false)
                .fetchSource(SourcePage.fields(fields), null);
        SearchRequest search = new SearchRequest(request.index())
                .indicesOptions(request.indicesOptions())
                .allowPartialSearchResults(false)
                .source(source);
        client.search(search, listener.delegateFailureAndWrap((l, response) -> {
            Map<String, ComparablePage> pages = new HashMap<>();
            for (SearchHit hit : response.getHits().getHits()) {
                Map<String, Object> written = hit.hasSource() ? hit.getSourceAsMap() : Map.of();
                if (pages.put(hit.getId(), SourcePage.of(fields, hit.getIndex(), hit.getId(), written)) != null) {
                    throw new IllegalArgumentException("[pairs] must name documents whose id is there once, but was ["
                            + hit.getId() + "], which is there under two routings or in two indices");
                }
            }
            l.onResponse(pages);
        }));
    }
}
