package org.ndd.inspect;

import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.lucene.search.function.CombineFunction;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.functionscore.ScoreFunctionBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.aggregations.AggregationBuilders;
import org.elasticsearch.search.aggregations.bucket.filter.InternalFilters;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.SortBuilders;
import org.ndd.bulk.CompleteSearch;
import org.ndd.config.DocumentFields;
import org.ndd.config.DocumentName;
import org.ndd.config.MustAgree;
import org.ndd.decisions.DocumentStates;
import org.ndd.decisions.KnownDecisions;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.NamedPages;
import org.ndd.pair.PageRequest;

/**
 * Finds documents and fetches the fields that the processor wrote, regardless of routing, with the rights of the user. Documents
 * indexed after the last refresh are not found.
 *
 * @param boilerplate reads boilerplate; its client has the rights of the user
 * @param request names the index and the fields of the processor
 */
record DocumentSearch(BoilerplateLookup boilerplate, PairsRequest request) {

    /**
     * Loads the decisions of people that apply to the current texts.
     *
     * @param indices concrete indices of the request
     */
    void loadDecisions(List<String> indices, ActionListener<KnownDecisions> listener) {
        Client client = boilerplate.client();
        DocumentStates states = new DocumentStates(client, request, fields());
        KnownDecisions.loadValid(client, request.options.decisionsIndex(), indices, states, listener);
    }

    /**
     * @param names different names; few enough that their texts fit into memory
     * @param listener gets the existing documents by their names, with the boilerplate of their sites; {@link IllegalArgumentException}
     *     (400) if several documents have one name, or if a document lacks the fields of the processor
     */
    void fetch(Collection<DocumentName> names, ActionListener<Map<DocumentName, ComparablePage>> listener) {
        NamedPages named = new NamedPages(boilerplate.client(), request, "pairs", fields(), MustAgree.NONE);
        named.fetch(names, listener.delegateFailureAndWrap((l, found) -> {
            Map<DocumentName, ComparablePage> pages = new HashMap<>();
            found.forEach((name, document) -> pages.put(name, document.processed()));
            boilerplate.complete(pages, l);
        }));
    }

    /**
     * Selects processed documents at random, without those whose name several documents have.
     *
     * @param query the documents to choose from, or null for all documents
     * @param seed seed of the random choice; the result is repeatable while the index does not change
     * @param listener gets their names, with indices
     */
    void sample(QueryBuilder query, int size, int seed, ActionListener<List<DocumentName>> listener) {
        BoolQueryBuilder processed = QueryBuilders.boolQuery().filter(QueryBuilders.existsQuery(fields().version()));
        if (query != null) {
            processed.filter(query);
        }
        QueryBuilder randomized = QueryBuilders.functionScoreQuery(
                        processed,
                        ScoreFunctionBuilders.randomFunction().seed(seed).setField(SeqNoFieldMapper.NAME))
                .boostMode(CombineFunction.REPLACE);
        run(
                search(randomized, size).fetchSource(false),
                listener.delegateFailureAndWrap((l, response) -> unambiguous(response, DocumentSearch::name, l)));
    }

    /**
     * Reads found documents, without those whose name several documents have, because their ids are stored with
     * different values of routing. Pairs with such a name cannot be evaluated.
     */
    private <T> void unambiguous(SearchResponse found, Function<SearchHit, T> read, ActionListener<List<T>> listener) {
        Map<DocumentName, T> documents = new LinkedHashMap<>();
        for (SearchHit hit : found.getHits()) {
            documents.put(name(hit), read.apply(hit));
        }
        if (documents.isEmpty()) {
            listener.onResponse(List.of());
            return;
        }
        QueryBuilder[] each = documents.keySet().stream()
                .map(name -> DocumentName.query(List.of(name)))
                .toArray(QueryBuilder[]::new);
        SearchSourceBuilder counts = new SearchSourceBuilder()
                .size(0)
                .trackTotalHits(false)
                .query(DocumentName.query(documents.keySet()))
                .aggregation(AggregationBuilders.filters("names", each));
        run(counts, listener.map(response -> {
            Iterator<InternalFilters.InternalBucket> count = response.getAggregations()
                    .<InternalFilters>get("names")
                    .getBuckets()
                    .iterator();
            documents.values().removeIf(document -> count.next().getDocCount() > 1);
            return List.copyOf(documents.values());
        }));
    }

    private static DocumentName name(SearchHit hit) {
        return new DocumentName(hit.getIndex(), hit.getId());
    }

    /**
     * Finds documents that share fingerprints with a page, without those whose name several documents have. Documents that share more and
     * rarer fingerprints come first.
     *
     * @param page a document, with the boilerplate of its site
     * @param listener gets the other documents, with the boilerplate of their sites
     */
    void neighbors(ComparablePage page, int size, ActionListener<List<ComparablePage>> listener) {
        BoolQueryBuilder sharing = QueryBuilders.boolQuery()
                .mustNot(DocumentName.in(
                        page.place().index(), QueryBuilders.idsQuery().addIds(page.id())))
                .minimumShouldMatch(1);
        new TreeSet<>(page.ownFingerprints())
                .forEach(term -> sharing.should(QueryBuilders.termQuery(fields().fingerprints(), term)));
        if (sharing.should().isEmpty()) {
            listener.onResponse(List.of());
            return;
        }
        run(
                search(sharing, size)
                        .fetchSource(false)
                        .ext(List.of(new PageRequest(fields(), MustAgree.NONE, PageRequest.Part.TEXT))),
                listener.delegateFailureAndWrap((l, response) -> unambiguous(
                        response,
                        hit -> PageRequest.page(fields(), hit),
                        l.delegateFailureAndWrap((m, pages) -> boilerplate.complete(pages, m)))));
    }

    private static SearchSourceBuilder search(QueryBuilder query, int size) {
        // for equal scores, not the order of the position in a segment, which merges change
        return new SearchSourceBuilder()
                .query(query)
                .size(size)
                .trackTotalHits(false)
                .sort(SortBuilders.scoreSort())
                .sort(SortBuilders.fieldSort(SeqNoFieldMapper.NAME));
    }

    private void run(SearchSourceBuilder source, ActionListener<SearchResponse> listener) {
        boilerplate.client().search(CompleteSearch.of(source, request), listener);
    }

    private DocumentFields fields() {
        return request.options.fields();
    }
}
