package org.ndd.groups;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.MultiSearchRequest;
import org.elasticsearch.action.search.MultiSearchResponse;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.ndd.bulk.CompleteSearch;
import org.ndd.config.DocumentFields;

/**
 * Adds fields of the source to pages of groups. A destination has neither titles nor the fields of the user.
 *
 * @param client client with the rights of the reader
 * @param field target field of the processor
 * @param fields more fields to add
 */
public record PageTitles(Client client, String field, List<String> fields) {

    private String path(String name) {
        return new DocumentFields(field).path(name);
    }

    /** Adds title, URL and fields with the rights of the reader. A page that was deleted or is hidden gets none. */
    public void add(List<Map<String, Object>> pages, ActionListener<Void> listener) {
        if (pages.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        MultiSearchRequest searches = new MultiSearchRequest();
        Map<String, List<Map<String, Object>>> byIndex = new TreeMap<>();
        pages.forEach(
                page -> byIndex.computeIfAbsent((String) page.get(ReportedDocument.INDEX), index -> new ArrayList<>())
                        .add(page));
        byIndex.forEach((index, own) -> searches.add(search(index, own)));
        client.multiSearch(searches, listener.map(response -> {
            Iterator<List<Map<String, Object>>> own = byIndex.values().iterator();
            for (MultiSearchResponse.Item item : response) {
                Map<Object, List<Map<String, Object>>> byId =
                        own.next().stream().collect(Collectors.groupingBy(page -> page.get(ReportedDocument.ID)));
                if (item.isFailure() == false) {
                    item.getResponse()
                            .getHits()
                            .forEach(hit ->
                                    byId.getOrDefault(hit.getId(), List.of()).forEach(page -> add(page, hit)));
                }
            }
            return null;
        }));
    }

    /** Creates a separate search for each index, so that a missing or unreadable index does not affect the others. */
    private SearchRequest search(String index, List<Map<String, Object>> pages) {
        String[] ids = pages.stream()
                .map(page -> (String) page.get(ReportedDocument.ID))
                .toArray(String[]::new);
        return new SearchRequest(index)
                .source(new SearchSourceBuilder()
                        .query(QueryBuilders.idsQuery().addIds(ids))
                        // two documents with different routing values may have the same id
                        .size(2 * ids.length)
                        .trackTotalHits(false)
                        .docValueField(path(DocumentFields.TITLE))
                        .docValueField(path(DocumentFields.URL))
                        .fetchSource(
                                FetchSourceContext.of(fields.isEmpty() == false, fields.toArray(String[]::new), null)));
    }

    private void add(Map<String, Object> page, SearchHit hit) {
        if (Objects.equals(page.get(ReportedDocument.ROUTING), CompleteSearch.value(hit, RoutingFieldMapper.NAME))
                == false) {
            return;
        }
        Map<String, Object> own = new LinkedHashMap<>();
        for (String field : fields) {
            own.computeIfAbsent(field, path -> XContentMapValues.extractValue(path, hit.getSourceAsMap()));
        }
        if (own.isEmpty() == false) {
            page.put("fields", own);
        }
        page.computeIfAbsent(DocumentFields.TITLE, name -> CompleteSearch.value(hit, path(name)));
        page.computeIfAbsent(DocumentFields.URL, name -> CompleteSearch.value(hit, path(name)));
    }
}
