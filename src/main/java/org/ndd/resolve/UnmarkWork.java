package org.ndd.resolve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.config.DocumentFields;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupQueries;
import org.ndd.resolve.PageWriter.Change;

/** Takes marks away: all, or those that a destination does not bear out any more. */
final class UnmarkWork implements Work {

    /** Enough for the same ids in several indices. */
    private static final int MOST = 10_000;

    private final ResolveContext tools;
    private final DocumentFields fields;
    private final MarkRule wanted;
    private final Marks marks;
    private final PageWriter writer;

    /** @param wanted which marks stay; {@code null} for none */
    UnmarkWork(ResolveContext tools, DocumentFields fields, MarkRule wanted, Marks marks, PageWriter writer) {
        this.tools = tools;
        this.fields = fields;
        this.wanted = wanted;
        this.marks = marks;
        this.writer = writer;
    }

    @Override
    public String[] indices() {
        return tools.indexNames().toArray(String[]::new);
    }

    @Override
    public QueryBuilder query() {
        return QueryBuilders.existsQuery(fields.path(DocumentFields.GROUP));
    }

    /** Most marks that there are after marking are right. */
    @Override
    public boolean isCountedBefore() {
        return wanted == null;
    }

    @Override
    public void process(List<SearchHit> documents, ActionListener<Long> listener) {
        List<PageKey> pages = documents.stream().map(UnmarkWork::key).toList();
        borneOut(
                pages,
                listener.delegateFailureAndWrap((l, borneOut) ->
                        LivePages.fetch(tools, pages, List.of(), l.delegateFailureAndWrap((l2, live) -> {
                            List<Change> changes = new ArrayList<>();
                            for (PageKey page : pages) {
                                GetResponse found = live.get(page);
                                Map<String, Object> bare = found == null ? null : marks.without(found.getSourceAsMap());
                                if (bare != null && isRight(found, borneOut.get(page)) == false) {
                                    changes.add(new Change(page, live.version(page), bare, Outcome.UNMARKED));
                                }
                            }
                            if (isCountedBefore() == false) {
                                tools.task().expect(changes.size());
                            }
                            writer.write(changes, l2.map(done -> live.bytes()));
                        }))));
    }

    private boolean isRight(GetResponse found, GroupDocument said) {
        return said != null
                && said.indexUuid().equals(tools.uuid(said.page().index()))
                && marks.with(found, said) == null;
    }

    private static PageKey key(SearchHit hit) {
        var routing = hit.field(RoutingFieldMapper.NAME);
        return new PageKey(hit.getIndex(), hit.getId(), routing == null ? null : routing.getValue());
    }

    /** The data of the destination about the pages that are to be marked. */
    private void borneOut(List<PageKey> pages, ActionListener<Map<PageKey, GroupDocument>> listener) {
        if (wanted == null) {
            listener.onResponse(Map.of());
            return;
        }
        QueryBuilder query = QueryBuilders.boolQuery()
                .filter(wanted.query(tools.indexNames()))
                .filter(GroupQueries.ofIds(pages.stream().map(PageKey::id).toList()));
        SearchRequest search = new SearchRequest(wanted.dest())
                .allowPartialSearchResults(false)
                .source(new SearchSourceBuilder().query(query).size(MOST));
        tools.client().search(search, listener.map(response -> {
            Map<PageKey, GroupDocument> said = new HashMap<>();
            for (SearchHit hit : response.getHits()) {
                GroupDocument page = GroupDocument.of(hit).requireVersions();
                said.put(PageKey.of(page), page);
            }
            return said;
        }));
    }
}
