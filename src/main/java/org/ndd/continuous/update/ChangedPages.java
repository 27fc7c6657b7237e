package org.ndd.continuous.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.MultiSearchRequest;
import org.elasticsearch.action.search.MultiSearchResponse;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.bulk.Batches;
import org.ndd.config.DocumentFields;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.DocumentName;
import org.ndd.pair.PageSource;
import org.ndd.pair.SourcePage;
import org.ndd.partition.PartitionRequest;
import org.ndd.query.NearDupQueryBuilder;
import org.ndd.template.TemplateStore;

/**
 * Finds pages of the source with the rights of its user, and only those that the job compares: through its alias, of its query, with
 * fingerprints, and none that redirects.
 */
final class ChangedPages {

    /** Ids that are looked up with one request. */
    private static final int IDS = 1_000;

    /** Searches for near-duplicates in one request, and how many of these run at a time: searches of users come first. */
    private static final int SEARCHES = 50;

    private static final int SEARCHES_AT_ONCE = 2;

    /** Near-duplicates of a page that are looked at, the nearest; as many as a run keeps predecessors. */
    private static final int MOST_NEAR = 16;

    /** Candidates that are compared on each shard, those that share the rarest fingerprints: a run keeps as many over all shards. */
    private static final int MOST_COMPARED = 16;

    private final Client client;
    private final PartitionRequest request;
    private final Supplier<TemplateStore> templates;
    private final DocumentFields fields;

    /** @param client of the user */
    ChangedPages(Client client, PartitionRequest request, Supplier<TemplateStore> templates) {
        this.client = client;
        this.request = request;
        this.templates = templates;
        this.fields = new DocumentFields(request.options().field());
    }

    private SearchRequest search(SearchSourceBuilder source) {
        return new SearchRequest(request.indices())
                .indicesOptions(request.indicesOptions())
                .allowPartialSearchResults(false)
                .source(source);
    }

    /** Those of some pages, with fingerprints. */
    QueryBuilder named(Collection<DocumentName> pages) {
        return ofJob(DocumentName.query(pages));
    }

    private QueryBuilder ofJob(QueryBuilder pages) {
        // pages that are searched for keep their scores
        BoolQueryBuilder all = QueryBuilders.boolQuery().must(pages);
        QueryBuilder own = request.options().redirects().without(request.query());
        return own == null ? all : all.filter(own);
    }

    /** Says which of some pages are there, and in which version. */
    void live(Collection<DocumentName> pages, ActionListener<Map<DocumentName, LivePage>> listener) {
        Map<DocumentName, LivePage> found = new ConcurrentHashMap<>();
        Batches.forEach(
                pages,
                IDS,
                1,
                (batch, l) -> client.search(
                        search(new SearchSourceBuilder()
                                .query(QueryBuilders.boolQuery()
                                        .filter(named(batch))
                                        .filter(QueryBuilders.existsQuery(fields.version())))
                                .size(batch.size())
                                .trackTotalHits(false)
                                .fetchSource(false)
                                .seqNoAndPrimaryTerm(true)),
                        l.map(response -> {
                            for (SearchHit hit : response.getHits()) {
                                found.put(name(hit), new LivePage(routing(hit), hit.getSeqNo(), hit.getPrimaryTerm()));
                            }
                            return null;
                        })),
                listener.map(nothing -> found));
    }

    private static DocumentName name(SearchHit hit) {
        return new DocumentName(hit.getIndex(), hit.getId());
    }

    private static String routing(SearchHit hit) {
        return hit.field(RoutingFieldMapper.NAME) == null
                ? null
                : hit.field(RoutingFieldMapper.NAME).getValue();
    }

    /** Fetches pages with their texts; those that are not there any more are left out. */
    void fetch(Collection<DocumentName> pages, ActionListener<Map<DocumentName, ComparablePage>> listener) {
        client.search(
                search(new SearchSourceBuilder()
                        .query(QueryBuilders.boolQuery()
                                .filter(named(pages))
                                .filter(QueryBuilders.existsQuery(fields.version())))
                        .size(pages.size())
                        .trackTotalHits(false)
                        .fetchSource(SourcePage.fields(fields), null)),
                listener.map(response -> {
                    Map<DocumentName, ComparablePage> found = new HashMap<>();
                    for (SearchHit hit : response.getHits()) {
                        found.put(name(hit), SourcePage.of(fields, hit.getIndex(), hit.getId(), hit.getSourceAsMap()));
                    }
                    return found;
                }));
    }

    /** Finds for each page its near-duplicates among all, the nearest first. */
    void near(Map<DocumentName, LivePage> pages, ActionListener<Map<DocumentName, List<DocumentName>>> listener) {
        Map<DocumentName, List<DocumentName>> near = new ConcurrentHashMap<>();
        Batches.forEach(
                pages.keySet(),
                SEARCHES,
                SEARCHES_AT_ONCE,
                (batch, l) -> {
                    MultiSearchRequest searches =
                            new MultiSearchRequest().maxConcurrentSearchRequests(SEARCHES_AT_ONCE);
                    batch.forEach(page ->
                            searches.add(search(near(page, pages.get(page).routing()))));
                    client.multiSearch(searches, l.map(response -> {
                        int i = 0;
                        for (MultiSearchResponse.Item item : response) {
                            DocumentName page = batch.get(i++);
                            if (item.isFailure() == false) {
                                List<DocumentName> names = new ArrayList<>();
                                item.getResponse().getHits().forEach(hit -> names.add(name(hit)));
                                near.put(page, List.copyOf(names));
                            } else if (ExceptionsHelper.status(item.getFailure()) == RestStatus.NOT_FOUND) {
                                // deleted since: the next checkpoint hears of it
                                near.put(page, List.of());
                            } else {
                                throw item.getFailure();
                            }
                        }
                        return null;
                    }));
                },
                listener.map(nothing -> near));
    }

    private SearchSourceBuilder near(DocumentName page, String routing) {
        PageSource source = new PageSource(page.index(), page.id(), routing, null, null, null);
        QueryBuilder near = NearDupQueryBuilder.of(
                fields,
                source,
                MOST_COMPARED,
                request.options().similarity(),
                request.options().apartBy(),
                templates);
        return new SearchSourceBuilder()
                .query(ofJob(near))
                .size(MOST_NEAR)
                .trackTotalHits(false)
                .fetchSource(false);
    }
}
