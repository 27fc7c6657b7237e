package org.ndd.evaluate;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.lucene.search.function.CombineFunction;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.functionscore.ScoreFunctionBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.config.DocumentFields;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.SourcePage;
import org.ndd.pair.TemplateLookup;

/**
 * Finds and fetches what the processor wrote into documents, whatever their routing, with the rights of the client's user. What was indexed
 * after the last refresh is not seen.
 */
final class DocumentSearch {

    private final Client client;
    private final TemplateLookup templates;
    private final PairsRequest request;
    private final DocumentFields fields;

    /** @param request names the index and what the processor wrote */
    DocumentSearch(Client client, TemplateLookup templates, PairsRequest request) {
        this.client = client;
        this.templates = templates;
        this.request = request;
        this.fields = request.fields();
    }

    /**
     * Fetches documents.
     *
     * @param ids different ones; few enough for their texts to be held
     * @param listener gets those that exist, by id, with the templates of their sites
     */
    void fetch(Collection<String> ids, ActionListener<Map<String, ComparablePage>> listener) {
        QueryBuilder wanted = QueryBuilders.idsQuery().addIds(ids.toArray(String[]::new));
        SearchSourceBuilder source = search(wanted, 2 * ids.size()).fetchSource(SourcePage.fields(fields), null);
        run(source, listener.delegateFailureAndWrap((l, response) -> {
            Map<String, ComparablePage> pages = new HashMap<>();
            for (SearchHit hit : response.getHits().getHits()) {
                if (pages.put(hit.getId(), SourcePage.of(fields, hit.getIndex(), hit.getId(), source(hit))) != null) {
                    throw new IllegalArgumentException("[pairs] must name documents whose id is there once, but was ["
                            + hit.getId() + "], which is there under two routings or in two indices");
                }
            }
            templates.complete(pages, l);
        }));
    }

    /**
     * Chooses processed documents at random.
     *
     * @param query of which, or null for all
     * @param seed the same one chooses the same documents, as long as the index does not change
     * @param listener gets their ids
     */
    void sample(QueryBuilder query, int size, int seed, ActionListener<List<String>> listener) {
        BoolQueryBuilder processed = QueryBuilders.boolQuery().filter(QueryBuilders.existsQuery(fields.version()));
        if (query != null) {
            processed.filter(query);
        }
        QueryBuilder shuffled = QueryBuilders.functionScoreQuery(
                        processed,
                        ScoreFunctionBuilders.randomFunction().seed(seed).setField(SeqNoFieldMapper.NAME))
                .boostMode(CombineFunction.REPLACE);
        run(
                search(shuffled, size).fetchSource(false),
                listener.map(response -> Arrays.stream(response.getHits().getHits())
                        .map(SearchHit::getId)
                        .distinct()
                        .toList()));
    }

    /**
     * Finds documents that share fingerprints with a page, those with the rarest and most first.
     *
     * @param page a document, with the template of its site
     * @param listener gets the others, with the templates of theirs
     */
    void neighbours(ComparablePage page, int size, ActionListener<List<ComparablePage>> listener) {
        BoolQueryBuilder sharing = QueryBuilders.boolQuery()
                .mustNot(QueryBuilders.idsQuery().addIds(page.id()))
                .minimumShouldMatch(1);
        new TreeSet<>(page.ownFingerprints())
                .forEach(term -> sharing.should(QueryBuilders.termQuery(fields.fingerprints(), term)));
        if (sharing.should().isEmpty()) {
            listener.onResponse(List.of());
            return;
        }
        run(
                search(sharing, size).fetchSource(SourcePage.fields(fields), null),
                listener.delegateFailureAndWrap((l, response) -> templates.complete(
                        Arrays.stream(response.getHits().getHits())
                                .map(hit -> SourcePage.of(fields, hit.getIndex(), hit.getId(), source(hit)))
                                .toList(),
                        l)));
    }

    private static Map<String, Object> source(SearchHit hit) {
        return hit.hasSource() ? hit.getSourceAsMap() : Map.of();
    }

    private static SearchSourceBuilder search(QueryBuilder query, int size) {
        return new SearchSourceBuilder().query(query).size(size).trackTotalHits(false);
    }

    private void run(SearchSourceBuilder source, ActionListener<SearchResponse> listener) {
        client.search(
                new SearchRequest(request.index())
                        .indicesOptions(request.indicesOptions())
                        .allowPartialSearchResults(false)
                        .source(source),
                listener);
    }
}
