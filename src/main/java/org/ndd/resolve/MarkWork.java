package org.ndd.resolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.search.SearchHit;
import org.ndd.bulk.DocumentOutcome;
import org.ndd.groups.GroupDocument;
import org.ndd.resolve.LivePages.PageKey;
import org.ndd.resolve.ResolveContext.Change;
import org.ndd.resolve.ResolveExecution.Work;

/**
 * Marks pages with their group, and duplicates with their canonical document. Duplicates are marked first: a mark changes the version of a
 * page, and a duplicate is marked only if its canonical document still has the compared version. If people decided that the two are not
 * duplicates, its mark is removed.
 */
final class MarkWork implements Work {

    private final ResolveContext context;
    private final boolean canonicals;
    private final Marks marks;
    private final LivePages.CheckedCanonicals checked = new LivePages.CheckedCanonicals();

    MarkWork(ResolveContext context, boolean canonicals) {
        this.context = context;
        this.canonicals = canonicals;
        this.marks = new Marks(context.fields());
    }

    @Override
    public String[] indices() {
        return new String[] {context.plan().run()};
    }

    @Override
    public QueryBuilder query() {
        return canonicals ? context.canonicals() : context.duplicates();
    }

    @Override
    public void process(List<SearchHit> documents, ActionListener<Long> listener) {
        LivePages.processGroups(context, documents, checked, this::mark, listener);
    }

    private void mark(List<GroupDocument> pages, LivePages live, ActionListener<Void> listener) {
        List<Change> changes = new ArrayList<>();
        for (GroupDocument page : pages) {
            GetResponse found = live.get(PageKey.of(page));
            boolean exists = found != null
                    && page.indexUuid().equals(context.uuid(page.page().index()));
            Map<String, Object> marked;
            try {
                marked = exists ? marks.addMarks(found, page) : null;
            } catch (IllegalArgumentException e) {
                context.task().countFailure(page.page(), e);
                continue;
            }
            Map<String, Object> unmarked =
                    exists && live.isSeparated(page) ? marks.removeMarks(found.getSourceAsMap()) : null;
            DocumentOutcome skipReason = live.skipReason(page);
            if (unmarked != null) {
                changes.add(new Change(
                        PageKey.of(page), live.version(PageKey.of(page)), unmarked, DocumentOutcome.UNMARKED));
            } else if (exists && marked == null) {
                context.task().count(DocumentOutcome.NOOPS, page.page());
            } else if (skipReason != null) {
                context.task().count(skipReason, page.page());
            } else {
                changes.add(new Change(PageKey.of(page), page.compared().version(), marked, DocumentOutcome.MARKED));
            }
        }
        context.write(changes, listener);
    }
}
