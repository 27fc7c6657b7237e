package org.ndd.groups;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.collapse.CollapseBuilder;
import org.elasticsearch.search.sort.SortOrder;
import org.ndd.bulk.CompleteSearch;
import org.ndd.compat.Calls;
import org.ndd.core.group.Role;
import org.ndd.groups.GroupSizes.GroupSizeRange;
import org.ndd.groups.GroupsAction.GroupsQuery;
import org.ndd.groups.Market.MarketCanonicals;

/**
 * Reads groups from a destination, and the titles of their pages from the source.
 *
 * @param client client with the rights of the reader
 */
record GroupReader(Client client, List<String> indices, GroupsAction.Request request) {

    /** Number of values by which groups are sorted: size and name. */
    static final int SORT_VALUES = 2;

    private static final String DOUBTFUL = "doubtful";

    /** Default maximum of the result window of a search. */
    static final int MAX_RESULT_WINDOW = 10_000;

    void read(ClusterState state, ActionListener<Map<String, Object>> listener) {
        Destination.requireGroups(
                client,
                request.dest(),
                Destination.reportingMissing(
                        request.indices(), request.dest(), listener.delegateFailureAndWrap((l, visible) -> {
                            request.requireIndices(indices.size());
                            Destination.requireRead(request.dest(), request.indices(), indices, state);
                            readVisible(l);
                        })));
    }

    private void readVisible(ActionListener<Map<String, Object>> listener) {
        if (request.query.selection().group() != null) {
            group(request.query.selection().group(), listener);
        } else if (request.query.selection().doc() != null) {
            groupOf(listener);
        } else if (request.query.selection().query() != null) {
            GroupStore.withMatchingCanonicals(
                    client,
                    request.indices(),
                    request.query.selection().query(),
                    listener.delegateFailureAndWrap((l, found) -> list(found, l)));
        } else {
            list(null, listener);
        }
    }

    /** Reads the group of a page. If there are two, reads the group in which the page is not only part of the leader. */
    private void groupOf(ActionListener<Map<String, Object>> listener) {
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(QueryBuilders.boolQuery()
                        .filter(GroupQueries.ofIndices(indices))
                        .filter(GroupQueries.ofIds(
                                List.of(request.query.selection().doc()))))
                .size(MAX_RESULT_WINDOW);
        search(source, listener, (response, l) -> {
            List<GroupDocument> pages = documents(response);
            if (pages.isEmpty()) {
                throw new ResourceNotFoundException(
                        "document [" + request.query.selection().doc() + "] of [" + String.join(",", request.indices())
                                + "] is in no group of [" + request.dest() + "]");
            }
            Set<String> indexNames = new TreeSet<>();
            pages.forEach(page -> indexNames.add(page.page().index()));
            if (indexNames.size() > 1) {
                throw new IllegalArgumentException("[doc] must name one document, but was ["
                        + request.query.selection().doc() + "], which is in groups in " + indexNames
                        + ": name one of them in the path");
            }
            GroupDocument main = Collections.min(pages, Comparator.comparing(GroupDocument::isPartOf));
            group(main.group(), l);
        });
    }

    private static List<GroupDocument> documents(SearchResponse response) {
        return Arrays.stream(response.getHits().getHits())
                .map(GroupDocument::of)
                .toList();
    }

    /** @param groupFilter matches the documents of the requested groups; {@code null} for all */
    private void list(QueryBuilder groupFilter, ActionListener<Map<String, Object>> listener) {
        if (request.query.sort() == GroupsQuery.Sort.DOUBT) {
            lowConfidence(groupFilter, 0, new ArrayList<>(), listener);
        } else {
            largest(groupFilter, listener);
        }
    }

    /**
     * Reads the groups with the pages of the lowest confidence. The minimum size applies only to the {@link #MAX_RESULT_WINDOW} groups with
     * the lowest confidence, because documents of pages do not have the size of their group.
     *
     * @param from number of groups that were already examined
     * @param found examined groups that are large enough
     */
    private void lowConfidence(
            QueryBuilder groupFilter,
            int from,
            List<Map<String, Object>> found,
            ActionListener<Map<String, Object>> listener) {
        BoolQueryBuilder duplicates =
                GroupQueries.duplicates().mustNot(GroupQueries.redirecting()).mustNot(GroupQueries.decided());
        if (groupFilter != null) {
            duplicates.filter(groupFilter);
        }
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(duplicates)
                .from(from)
                .size(request.query.size())
                .collapse(new CollapseBuilder(GroupFields.GROUP))
                .sort(GroupFields.CONFIDENCE, SortOrder.ASC)
                .sort(GroupFields.GROUP, SortOrder.ASC);
        GroupQueries.byPage(source);
        search(source, listener, (response, l) -> {
            List<GroupDocument> documents = documents(response);
            new GroupSizes(client, request.dest()).fetch(documents, l.delegateFailureAndWrap((m, known) -> {
                for (GroupDocument document : documents) {
                    Integer size = known.get(document.group());
                    int minimumSize = size == null ? GroupSizeRange.SMALLEST : size;
                    if (found.size() < request.query.size()
                            && request.query.sizes().contains(minimumSize)) {
                        found.add(doubtfulGroup(document, size));
                    }
                }
                int next = from + request.query.size();
                if (found.size() < request.query.size()
                        && documents.size() == request.query.size()
                        && next + request.query.size() <= MAX_RESULT_WINDOW) {
                    lowConfidence(groupFilter, next, found, m);
                } else {
                    showDoubtful(found, m);
                }
            }));
        });
    }

    /** @param size {@code null} if the reader has no right to see the leader of the group, whose document has the size */
    private static Map<String, Object> doubtfulGroup(GroupDocument page, Integer size) {
        Map<String, Object> group = group(page, size);
        Map<String, Object> doubtful = ReportedDocument.of(page.compared());
        doubtful.put(GroupFields.RELATION, page.relation());
        doubtful.put(GroupFields.CONFIDENCE, page.confidence());
        group.put(DOUBTFUL, doubtful);
        return group;
    }

    private static Map<String, Object> group(GroupDocument page, Integer size) {
        Map<String, Object> group = new LinkedHashMap<>();
        group.put(GroupFields.GROUP, page.group());
        if (size != null) {
            group.put(GroupFields.SIZE, size);
        }
        group.put(GroupFields.CANONICAL, ReportedDocument.of(page.comparedCanonical()));
        return group;
    }

    private void showDoubtful(List<Map<String, Object>> groups, ActionListener<Map<String, Object>> listener) {
        List<Map<String, Object>> shown = new ArrayList<>();
        for (Map<String, Object> group : groups) {
            shown.add(XContentMapValues.nodeMapValue(group.get(GroupFields.CANONICAL), GroupFields.CANONICAL));
            shown.add(XContentMapValues.nodeMapValue(group.get(DOUBTFUL), DOUBTFUL));
        }
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("groups", groups);
        addDetails(groups, shown, result, listener);
    }

    /**
     * Reads the largest groups. A group has one leader, and may have several canonical documents: the response has the canonical document
     * of the leader.
     */
    private void largest(QueryBuilder groupFilter, ActionListener<Map<String, Object>> listener) {
        BoolQueryBuilder leaders = QueryBuilders.boolQuery()
                .filter(GroupQueries.ofRole(Role.LEADER))
                .filter(sizeQuery());
        if (groupFilter != null) {
            leaders.filter(groupFilter);
        }
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(leaders)
                .size(request.query.size())
                .trackTotalHits(true)
                .sort(GroupFields.SIZE, SortOrder.DESC)
                .sort(GroupFields.GROUP, SortOrder.ASC);
        if (request.query.searchAfter().isEmpty() == false) {
            source.searchAfter(request.query.searchAfter().toArray());
        }
        search(source, listener, (response, l) -> {
            List<Map<String, Object>> groups = new ArrayList<>();
            Object[] last = null;
            for (SearchHit hit : response.getHits()) {
                GroupDocument leader = GroupDocument.of(hit);
                groups.add(group(leader, leader.size()));
                last = hit.getSortValues();
            }
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("total", Calls.total(response.getHits()));
            result.put("groups", groups);
            if (last != null && groups.size() == request.query.size()) {
                result.put("search_after", Arrays.asList(last));
            }
            List<Map<String, Object>> canonicals = groups.stream()
                    .map(group ->
                            XContentMapValues.nodeMapValue(group.get(GroupFields.CANONICAL), GroupFields.CANONICAL))
                    .toList();
            addDetails(groups, canonicals, result, l);
        });
    }

    /**
     * Returns a query for groups by size. A group that exists only because of redirects has one page by its text, and the redirecting
     * pages.
     */
    private QueryBuilder sizeQuery() {
        GroupSizeRange sizes = request.query.sizes();
        QueryBuilder bySize =
                QueryBuilders.rangeQuery(GroupFields.SIZE).gte(sizes.min()).lte(sizes.max());
        return sizes.min() > GroupSizeRange.SMALLEST
                ? bySize
                : QueryBuilders.boolQuery()
                        .should(bySize)
                        .should(QueryBuilders.existsQuery(GroupFields.REDIRECT_TARGET));
    }

    private void group(String name, ActionListener<Map<String, Object>> listener) {
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(pages(name))
                .size(request.query.size())
                .trackTotalHits(true)
                .sort(GroupFields.CANONICAL, SortOrder.DESC);
        if (request.query.sort() == GroupsQuery.Sort.DOUBT) {
            source.sort(GroupFields.CONFIDENCE, SortOrder.ASC);
        } else {
            source.sort(GroupFields.RESEMBLANCE, SortOrder.DESC);
        }
        GroupQueries.byPage(source);
        search(source, listener, (response, l) -> {
            List<GroupDocument> documents = documents(response);
            if (documents.isEmpty()) {
                throw new ResourceNotFoundException("group [" + name + "] is not in [" + request.dest() + "]");
            }
            // the response is released before the next one arrives
            long total = Calls.total(response.getHits());
            GroupDocument first = documents.get(0);
            List<Map<String, Object>> pages =
                    documents.stream().map(ReportedDocument::ofMember).toList();
            new GroupSizes(client, request.dest()).fetch(List.of(first), l.delegateFailureAndWrap((m, known) -> {
                Map<String, Object> result = new LinkedHashMap<>();
                result.put(GroupFields.GROUP, name);
                if (known.containsKey(name)) {
                    result.put(GroupFields.SIZE, known.get(name));
                }
                result.put(GroupFields.CANONICAL_INDEX, first.canonical().index());
                result.put(GroupFields.CANONICAL_ID, first.canonical().id());
                result.put(GroupFields.RUN, first.run());
                result.put("total", total);
                result.put("documents", pages);
                addDetails(List.of(result), pages, result, m);
            }));
        });
    }

    /** Adds the canonical documents of markets to groups, and titles to pages, before the response. */
    private void addDetails(
            List<Map<String, Object>> groups,
            List<Map<String, Object>> pages,
            Map<String, Object> result,
            ActionListener<Map<String, Object>> listener) {
        PageTitles titles = new PageTitles(client, request.field(), request.query.fields());
        new MarketCanonicals(client, request.dest())
                .add(groups, listener.delegateFailureAndWrap((l, added) -> titles.add(pages, l.map(done -> result))));
    }

    /** Returns a query for the requested pages of the group, which always include the canonical document. */
    private BoolQueryBuilder pages(String group) {
        BoolQueryBuilder pages = QueryBuilders.boolQuery().filter(GroupQueries.ofGroups(List.of(group)));
        if (request.query.relations().isEmpty() == false) {
            pages.minimumShouldMatch(1)
                    .should(GroupQueries.canonical(true))
                    .should(GroupQueries.ofRelations(request.query.relations()));
        }
        return pages;
    }

    private void search(
            SearchSourceBuilder source,
            ActionListener<Map<String, Object>> listener,
            BiConsumer<SearchResponse, ActionListener<Map<String, Object>>> handler) {
        client.search(
                CompleteSearch.of(source, request.dest()),
                listener.delegateFailureAndWrap((l, response) -> handler.accept(response, l)));
    }
}
