package org.ndd.resolve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.bulk.DocumentOutcome;
import org.ndd.config.DocumentFields;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupQueries;
import org.ndd.resolve.LivePages.PageKey;
import org.ndd.resolve.ResolveContext.Change;
import org.ndd.resolve.ResolveExecution.Work;

/** Removes all marks, or the marks that do not agree with the groups of a destination. */
final class UnmarkWork implements Work {

    private final ResolveContext context;
    private final boolean all;
    private final Marks marks;

    UnmarkWork(ResolveContext context, boolean all) {
        this.context = context;
        this.all = all;
        this.marks = new Marks(context.fields());
    }

    @Override
    public String[] indices() {
        return context.indexNames().toArray(String[]::new);
    }

    @Override
    public QueryBuilder query() {
        return QueryBuilders.existsQuery(context.fields().path(DocumentFields.GROUP));
    }

    /** Returns false: most marks are correct after a marking, so the number of marks is not the number of marks to remove. */
    @Override
    public boolean isTotalKnown() {
        return all;
    }

    @Override
    public void process(List<SearchHit> documents, ActionListener<Long> listener) {
        List<PageKey> pages = documents.stream().map(hit -> PageKey.of(hit)).toList();
        findExpected(
                pages,
                listener.delegateFailureAndWrap((l, expected) -> new LiveParts<>(
                                pages,
                                (part, m) -> LivePages.fetch(context, part, Set.of(), m),
                                (part, live, m) -> unmark(part, live, expected, m))
                        .run(l)));
    }

    private void unmark(
            List<PageKey> pages, LivePages live, Map<PageKey, GroupDocument> expected, ActionListener<Void> listener) {
        List<Change> changes = new ArrayList<>();
        for (PageKey page : pages) {
            GetResponse found = live.get(page);
            if (found == null && isTotalKnown()) {
                context.task().count(DocumentOutcome.MISSING, page.name());
            }
            Map<String, Object> unmarked = found == null ? null : marks.removeMarks(found.getSourceAsMap());
            if (unmarked != null && isCurrentMark(found, expected.get(page)) == false) {
                changes.add(new Change(page, live.version(page), unmarked, DocumentOutcome.UNMARKED));
            }
        }
        if (isTotalKnown() == false) {
            context.task().addToTotal(changes.size());
        }
        context.write(changes, listener);
    }

    private boolean isCurrentMark(GetResponse found, GroupDocument expected) {
        return expected != null
                && expected.indexUuid().equals(context.uuid(expected.page().index()))
                && marks.addMarks(found, expected) == null;
    }

    /** Finds the group documents of pages that must be marked. */
    private void findExpected(List<PageKey> pages, ActionListener<Map<PageKey, GroupDocument>> listener) {
        if (all) {
            listener.onResponse(Map.of());
            return;
        }
        QueryBuilder query = QueryBuilders.boolQuery()
                .should(context.duplicates())
                .should(context.canonicals())
                .minimumShouldMatch(1)
                .filter(GroupQueries.mainDocuments(
                        pages.stream().map(PageKey::name).toList()));
        SearchRequest search = new SearchRequest(context.plan().run())
                .allowPartialSearchResults(false)
                .source(new SearchSourceBuilder().query(query).size(pages.size()));
        context.client().search(search, listener.map(response -> {
            Map<PageKey, GroupDocument> expected = new HashMap<>();
            for (SearchHit hit : response.getHits()) {
                GroupDocument page = GroupDocument.of(hit).requireVersions();
                expected.put(PageKey.of(page), page);
            }
            return expected;
        }));
    }
}
