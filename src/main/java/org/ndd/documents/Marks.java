package org.ndd.documents;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.bulk.BulkTask.DocumentOutcome;
import org.ndd.bulk.CompleteSearch;
import org.ndd.config.DocumentFields;
import org.ndd.documents.LivePages.PageKey;
import org.ndd.documents.ResolveContext.Change;
import org.ndd.documents.ResolveExecution.Work;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.DocumentVersion.MarkedVersion;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupQueries;

/**
 * Adds marks to pages and removes them: the group of the page, and the document of which it is a duplicate. They are under the processor's
 * target field, whose mapping has fields for them. A page that is sent through the pipeline again loses its marks.
 */
final class Marks {

    private final String field;
    private final String[] path;

    Marks(DocumentFields fields) {
        this.field = fields.parent();
        this.path = fields.parent().split("\\.");
    }

    /**
     * Returns the source of a page with its marks; {@code null} if it already has them.
     *
     * @throws IllegalArgumentException if the page has no object for them
     */
    Map<String, Object> addMarks(GetResponse found, GroupDocument page) {
        Map<String, Object> source = found.getSourceAsMap();
        Map<String, Object> marked = removeMarks(source);
        if (marked == null) {
            marked = IngestDocument.deepCopyMap(source);
        }
        Map<String, Object> target = addTarget(marked);
        if (page.isCanonical() == false) {
            Map<String, Object> canonical = new LinkedHashMap<>();
            canonical.put("index", page.canonical().index());
            canonical.put("id", page.canonical().id());
            target.put(DocumentFields.DUPLICATE_OF, canonical);
        }
        target.put(DocumentFields.GROUP, page.group());
        Map<String, Object> previousTarget = target(source);
        Object previousMark = previousTarget == null ? null : previousTarget.get(DocumentFields.MARKED);
        if (previousMark != null) {
            target.put(DocumentFields.MARKED, previousMark);
        }
        if (marked.equals(source)) {
            return null;
        }
        target.put(
                DocumentFields.MARKED,
                MarkedVersion.next(page.indexUuid(), found, previousMark).asMap());
        return marked;
    }

    /** Returns whether a page was not written after its marks. */
    boolean areLastWrite(GetResponse found, String indexUuid) {
        Map<String, Object> target = target(found.getSourceAsMap());
        return target != null && MarkedVersion.isLastWrite(indexUuid, found, target.get(DocumentFields.MARKED));
    }

    /** Returns whether the only later write of a page of this version is a mark. */
    boolean areOnlyWriteSince(DocumentVersion version, GetResponse found) {
        Map<String, Object> target = found.isSourceEmpty() ? null : target(found.getSourceAsMap());
        return target != null && MarkedVersion.isOnlyMarkedSince(version, found, target.get(DocumentFields.MARKED));
    }

    /** Returns the source of a page without marks; {@code null} if it has no marks. */
    Map<String, Object> removeMarks(Map<String, Object> source) {
        Map<String, Object> unmarked = IngestDocument.deepCopyMap(source);
        Map<String, Object> target = target(unmarked);
        if (target == null) {
            return null;
        }
        target.remove(DocumentFields.DUPLICATE_OF);
        target.remove(DocumentFields.GROUP);
        target.remove(DocumentFields.MARKED);
        if (unmarked.equals(source)) {
            return null;
        }
        if (target.isEmpty()) {
            removeEmpty(unmarked, 0);
        }
        return unmarked;
    }

    /**
     * Returns the object under the target field, or adds it, because it may be missing if the index computes the other fields itself.
     * It cannot be added below an array of objects.
     */
    private Map<String, Object> addTarget(Map<String, Object> source) {
        Map<String, Object> object = source;
        for (String name : path) {
            object = asMap(object.computeIfAbsent(name, absent -> new LinkedHashMap<>()));
            if (object == null) {
                throw new IllegalArgumentException(
                        "[target_field] must not be below an array of objects, but was [" + field + "]");
            }
        }
        return object;
    }

    /** Removes an object of the path, and the objects around it, if they are empty. */
    private void removeEmpty(Map<String, Object> object, int depth) {
        if (depth < path.length) {
            Map<String, Object> child = asMap(object.get(path[depth]));
            removeEmpty(child, depth + 1);
            if (child.isEmpty()) {
                object.remove(path[depth]);
            }
        }
    }

    /** Returns the object under the target field; {@code null} if there is none, or several. */
    private Map<String, Object> target(Map<String, Object> source) {
        Map<String, Object> object = source;
        for (String name : path) {
            object = asMap(object.get(name));
            if (object == null) {
                return null;
            }
        }
        return object;
    }

    private static Map<String, Object> asMap(Object value) {
        return value instanceof Map<?, ?> ? XContentMapValues.nodeMapValue(value, "target") : null;
    }

    /**
     * Marks pages with their group, and duplicates with their canonical document. Duplicates are marked first: a mark changes the version
     * of a page, and a duplicate is marked only if its canonical document still has the compared version, or was only marked since then. If
     * people decided that the two are not duplicates, its mark is removed.
     */
    static final class MarkWork implements Work {

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
                } else if (exists && marked == null && isUnchanged(page, found, live)) {
                    context.task().count(DocumentOutcome.NOOPS, page.page());
                } else if (skipReason != null) {
                    context.task().count(skipReason, page.page());
                } else {
                    changes.add(
                            new Change(PageKey.of(page), page.compared().version(), marked, DocumentOutcome.MARKED));
                }
            }
            context.write(changes, listener);
        }

        /** Returns whether a marked page has the text that was compared. */
        private boolean isUnchanged(GroupDocument page, GetResponse found, LivePages live) {
            return page.compared().version().equals(live.version(PageKey.of(page)))
                    || marks.areLastWrite(found, page.indexUuid());
        }
    }

    /** Removes all marks, or the marks that do not agree with the groups of a destination. */
    static final class UnmarkWork implements Work {

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
                                    (part, live, m) -> context.checkVisible(
                                            m.delegateFailureAndWrap((n, visible) -> unmark(part, live, expected, n))))
                            .run(l)));
        }

        private void unmark(
                List<PageKey> pages,
                LivePages live,
                Map<PageKey, GroupDocument> expected,
                ActionListener<Void> listener) {
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
            SearchRequest search = CompleteSearch.of(
                    new SearchSourceBuilder().query(query).size(pages.size()),
                    context.plan().run());
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
}
