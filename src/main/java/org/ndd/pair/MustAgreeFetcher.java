package org.ndd.pair;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.MultiSearchRequest;
import org.elasticsearch.action.search.MultiSearchResponse;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.collect.Iterators;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.StoredFieldsContext;
import org.ndd.config.DocumentFields;
import org.ndd.config.MustAgree;

/**
 * Finds the values that keep a page apart from others: those of a document by a search, as they are indexed, which is how they are read of
 * all others; those of a page that is given whole are given with it.
 */
public final class MustAgreeFetcher {

    private final Client client;
    private final DocumentFields fields;
    private final MustAgree mustAgree;

    /** @param client searches with the rights of its user */
    public MustAgreeFetcher(Client client, DocumentFields fields, MustAgree mustAgree) {
        this.client = client;
        this.fields = fields;
        this.mustAgree = mustAgree;
    }

    /** Finds the values of one page, see {@link #fetchAll}. */
    public void fetch(PageSource page, ActionListener<List<List<String>>> listener) {
        fetchAll(List.of(page), listener.map(values -> values.get(0)));
    }

    /**
     * Finds the values of pages with one request. Sends no request if no field keeps documents apart.
     *
     * @param listener gets for each page, in the same order, a list for each field; {@link ResourceNotFoundException} (404) if a search
     *     does not see a document
     */
    public void fetchAll(List<PageSource> pages, ActionListener<List<List<List<String>>>> listener) {
        List<PageSource> documents = mustAgree.isEmpty()
                ? List.of()
                : pages.stream().filter(PageSource::isDocument).toList();
        if (documents.isEmpty()) {
            listener.onResponse(
                    pages.stream().map(page -> page.values(mustAgree)).toList());
            return;
        }
        MultiSearchRequest request = new MultiSearchRequest();
        documents.forEach(document -> request.add(search(document)));
        client.multiSearch(request, listener.delegateFailureAndWrap((l, response) -> {
            Iterator<MultiSearchResponse.Item> items = Iterators.forArray(response.getResponses());
            List<List<List<String>>> values = new ArrayList<>(pages.size());
            for (PageSource page : pages) {
                values.add(page.isDocument() ? values(page, items.next()) : page.values(mustAgree));
            }
            l.onResponse(values);
        }));
    }

    private SearchRequest search(PageSource page) {
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(QueryBuilders.idsQuery().addIds(page.id()))
                .size(1)
                .trackTotalHits(false)
                .fetchSource(false)
                .storedField(StoredFieldsContext._NONE_)
                .ext(List.of(new PageRequest(fields, mustAgree, PageRequest.Part.VALUES)));
        return new SearchRequest(page.index())
                .routing(page.routing())
                .source(source)
                .allowPartialSearchResults(false);
    }

    private static List<List<String>> values(PageSource page, MultiSearchResponse.Item item) throws Exception {
        if (item.isFailure()) {
            throw item.getFailure();
        }
        SearchHit[] hits = item.getResponse().getHits().getHits();
        if (hits.length == 0) {
            throw new ResourceNotFoundException(
                    "document [{}] of index [{}] is not seen by searches yet, which [must_agree] needs: refresh the index",
                    page.id(),
                    page.index());
        }
        return PageRequest.values(hits[0]);
    }
}
