package org.ndd.groups;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.elasticsearch.search.sort.SortOrder;
import org.ndd.config.DocumentFields;
import org.ndd.config.GroupFields;

/** Reads groups from a destination, and the titles of their pages from the source. */
final class GroupReader {

    /** Values by which groups are sorted: size and name. */
    static final int SORT_VALUES = 2;

    private final Client client;
    private final GroupsAction.Request request;

    /** @param client works with the rights of the reader */
    GroupReader(Client client, GroupsAction.Request request) {
        this.client = client;
        this.request = request;
    }

    void read(ActionListener<Map<String, Object>> listener) {
        if (request.group() == null) {
            list(listener);
        } else {
            group(listener);
        }
    }

    private void list(ActionListener<Map<String, Object>> listener) {
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(QueryBuilders.boolQuery()
                        .filter(QueryBuilders.termQuery(GroupFields.WINNER, true))
                        .filter(QueryBuilders.rangeQuery(GroupFields.SIZE).gte(request.minSize())))
                .size(request.size())
                .trackTotalHits(true)
                .sort(GroupFields.SIZE, SortOrder.DESC)
                .sort(GroupFields.GROUP, SortOrder.ASC);
        if (request.searchAfter().isEmpty() == false) {
            source.searchAfter(request.searchAfter().toArray());
        }
        search(source, listener, (response, l) -> {
            List<Map<String, Object>> groups = new ArrayList<>();
            Object[] last = null;
            for (SearchHit hit : response.getHits()) {
                Map<String, Object> page = hit.getSourceAsMap();
                Map<String, Object> group = new LinkedHashMap<>();
                group.put(GroupFields.GROUP, page.get(GroupFields.GROUP));
                group.put(GroupFields.SIZE, page.get(GroupFields.SIZE));
                group.put(GroupFields.WINNER, page.get(GroupFields.DOC));
                groups.add(group);
                last = hit.getSortValues();
            }
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("total", response.getHits().getTotalHits().value);
            answer.put("groups", groups);
            if (last != null && groups.size() == request.size()) {
                answer.put("search_after", Arrays.asList(last));
            }
            List<Map<String, Object>> winners = groups.stream()
                    .map(group -> asMap(group.get(GroupFields.WINNER)))
                    .toList();
            addTitles(winners, l.map(added -> answer));
        });
    }

    private void group(ActionListener<Map<String, Object>> listener) {
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(pages())
                .size(request.size())
                .trackTotalHits(true)
                .sort(GroupFields.WINNER, SortOrder.DESC)
                .sort(GroupFields.RESEMBLANCE, SortOrder.DESC)
                .sort(GroupFields.DOC + "." + GroupFields.ID, SortOrder.ASC);
        search(source, listener, (response, l) -> {
            SearchHit[] hits = response.getHits().getHits();
            if (hits.length == 0) {
                throw new ResourceNotFoundException(
                        "group [" + request.group() + "] is not in [" + request.dest() + "]");
            }
            List<Map<String, Object>> pages = new ArrayList<>();
            Map<String, Object> answer = new LinkedHashMap<>();
            for (SearchHit hit : hits) {
                Map<String, Object> document = hit.getSourceAsMap();
                for (String field :
                        List.of(GroupFields.GROUP, GroupFields.SIZE, GroupFields.WINNER_ID, GroupFields.RUN)) {
                    answer.putIfAbsent(field, document.get(field));
                }
                Map<String, Object> page = new LinkedHashMap<>(asMap(document.get(GroupFields.DOC)));
                for (String field : List.of(
                        GroupFields.ROLE,
                        GroupFields.WINNER,
                        GroupFields.VERIFIED,
                        GroupFields.RELATION,
                        GroupFields.CONFIDENCE,
                        GroupFields.RESEMBLANCE,
                        GroupFields.CONTAINMENT)) {
                    page.put(field, document.get(field));
                }
                pages.add(page);
            }
            answer.put("total", response.getHits().getTotalHits().value);
            answer.put("pages", pages);
            addTitles(pages, l.map(added -> answer));
        });
    }

    /** The pages of the group that are asked for; the winner is one of them whatever is asked for. */
    private BoolQueryBuilder pages() {
        BoolQueryBuilder pages =
                QueryBuilders.boolQuery().filter(QueryBuilders.termQuery(GroupFields.GROUP, request.group()));
        if (request.relations().isEmpty() == false) {
            pages.minimumShouldMatch(1)
                    .should(QueryBuilders.termQuery(GroupFields.WINNER, true))
                    .should(QueryBuilders.termsQuery(GroupFields.RELATION, request.relations()));
        }
        return pages;
    }

    private interface Answer {

        void accept(SearchResponse response, ActionListener<Map<String, Object>> listener);
    }

    private void search(SearchSourceBuilder source, ActionListener<Map<String, Object>> listener, Answer answer) {
        SearchRequest search = new SearchRequest(request.dest()).source(source);
        client.search(search, ActionListener.wrap(response -> answer.accept(response, listener), e -> {
            if (ExceptionsHelper.unwrapCause(e) instanceof IndexNotFoundException) {
                listener.onFailure(new ResourceNotFoundException("[" + request.indices()[0] + "] has no groups in ["
                        + request.dest() + "]: partition it first"));
            } else {
                listener.onFailure(e);
            }
        }));
    }

    /** Adds title and URL to pages as the reader may see them; a page that is gone or hidden stays without. */
    private void addTitles(List<Map<String, Object>> pages, ActionListener<Void> listener) {
        if (pages.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        DocumentFields fields = new DocumentFields(request.field());
        String title = fields.path(DocumentFields.TITLE);
        String url = fields.path(DocumentFields.URL);
        MultiGetRequest get = new MultiGetRequest();
        for (Map<String, Object> page : pages) {
            get.add(new MultiGetRequest.Item((String) page.get(GroupFields.INDEX), (String) page.get(GroupFields.ID))
                    .routing((String) page.get(GroupFields.ROUTING))
                    .fetchSourceContext(FetchSourceContext.of(true, new String[] {title, url}, null)));
        }
        client.multiGet(get, listener.map(response -> {
            int i = 0;
            for (MultiGetItemResponse item : response) {
                Map<String, Object> page = pages.get(i++);
                GetResponse document = item.isFailed() ? null : item.getResponse();
                if (document != null && document.isExists() && document.isSourceEmpty() == false) {
                    putIfThere(
                            page,
                            DocumentFields.TITLE,
                            XContentMapValues.extractValue(title, document.getSourceAsMap()));
                    putIfThere(
                            page, DocumentFields.URL, XContentMapValues.extractValue(url, document.getSourceAsMap()));
                }
            }
            return null;
        }));
    }

    private static void putIfThere(Map<String, Object> page, String field, Object value) {
        if (value != null) {
            page.put(field, value);
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> asMap(Object value) {
        return (Map<String, Object>) value;
    }
}
