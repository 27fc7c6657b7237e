package org.ndd.resolve;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.ndd.bulk.Failure;
import org.ndd.config.GroupFields;

/**
 * Deletes losers: looks whether page and winner are as they were compared, keeps the page in the backup, and deletes it on condition
 * that it is still the same. What somebody else changed or deleted is not kept.
 */
final class DeleteWork implements Work {

    private final JobTools tools;
    private final String dest;
    private final DuplicateRule rule;
    private final Backup backup;

    /** @param backup {@code null} where nothing is deleted, and only counted what would be */
    DeleteWork(JobTools tools, String dest, DuplicateRule rule, Backup backup) {
        this.tools = tools;
        this.dest = dest;
        this.rule = rule;
        this.backup = backup;
    }

    @Override
    public String[] indices() {
        return new String[] {dest};
    }

    @Override
    public QueryBuilder query() {
        // what a market keeps is no loser there
        return rule.query(tools.indexNames()).mustNot(QueryBuilders.existsQuery(GroupFields.WINS_IN));
    }

    @Override
    public void process(List<SearchHit> documents, ActionListener<Long> listener) {
        List<GroupPage> pages = documents.stream().map(GroupPage::of).toList();
        LivePages.ofGroups(tools.client(), pages, backup != null, listener.delegateFailureAndWrap((l, live) -> {
            List<GroupPage> agreed = new ArrayList<>();
            for (GroupPage page : pages) {
                Outcome objection = live.objection(page);
                if (objection == null) {
                    agreed.add(page);
                } else {
                    tools.task().count(objection, page.page());
                }
            }
            if (backup == null) {
                agreed.forEach(page -> tools.task().count(Outcome.DELETED, page.page()));
                l.onResponse(live.bytes());
            } else {
                delete(agreed, live, l.map(done -> live.bytes()));
            }
        }));
    }

    private void delete(List<GroupPage> pages, LivePages live, ActionListener<Void> listener) {
        long now = System.currentTimeMillis();
        List<GroupPage> kept = Collections.synchronizedList(new ArrayList<>());
        List<GroupPage> left = Collections.synchronizedList(new ArrayList<>());
        SubscribableListener.<Void>newForked(l -> tools.writer()
                        .refreshing()
                        .write(
                                pages,
                                List.of(),
                                page -> backup.keep(page, live.get(page.page()).getSourceAsBytesRef(), now),
                                (page, answer) -> {
                                    if (answer.isFailed()) {
                                        failed(page, answer);
                                    } else {
                                        kept.add(page);
                                    }
                                },
                                l))
                .<Void>andThen(l -> tools.writer()
                        .write(
                                kept,
                                tools.indices(),
                                DeleteWork::request,
                                (page, answer) -> deleted(page, answer, left),
                                l))
                .<Void>andThen(l ->
                        tools.writer().refreshing().write(left, List.of(), backup::forget, (page, answer) -> {}, l))
                .addListener(listener);
    }

    private static DocWriteRequest<?> request(GroupPage page) {
        return new DeleteRequest(page.page().index(), page.page().id())
                .routing(page.page().routing())
                .setIfSeqNo(page.version().seqNo())
                .setIfPrimaryTerm(page.version().primaryTerm());
    }

    private void deleted(GroupPage page, BulkItemResponse answer, List<GroupPage> left) {
        if (answer.isFailed() == false) {
            boolean gone = answer.getResponse().getResult() == DocWriteResponse.Result.NOT_FOUND;
            tools.task().count(gone ? Outcome.GONE : Outcome.DELETED, page.page());
            if (gone) {
                left.add(page);
            }
        } else if (answer.status() == RestStatus.CONFLICT) {
            tools.task().count(Outcome.CHANGED, page.page());
            left.add(page);
        } else {
            // a failure does not say whether the page is deleted, so what was kept of it stays: undoing never replaces
            // a page that is there
            failed(page, answer);
        }
    }

    private void failed(GroupPage page, BulkItemResponse answer) {
        tools.task()
                .failed(Failure.of(
                        page.page().index(),
                        page.page().id(),
                        answer.getFailure().getCause()));
    }
}
