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
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.ndd.bulk.Failure;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupQueries;

/**
 * Deletes duplicates: checks that the document and its canonical document are as they were compared, copies the document into the backup,
 * deletes it on condition that it is still the same, and checks the canonical document again. Copies of documents that are not deleted
 * after all are removed.
 */
final class DeleteWork implements Work {

    private final ResolveContext tools;
    private final String dest;
    private final DuplicateRule rule;
    private final Backup backup;

    /** @param backup {@code null} if no document is deleted, only the number of documents to delete is counted */
    DeleteWork(ResolveContext tools, String dest, DuplicateRule rule, Backup backup) {
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
        // a page that a market keeps is not a duplicate there
        return rule.query(tools.indexNames()).mustNot(GroupQueries.keptByMarkets());
    }

    @Override
    public void process(List<SearchHit> documents, ActionListener<Long> listener) {
        List<GroupDocument> pages = documents.stream()
                .map(hit -> GroupDocument.of(hit).requireVersions())
                .toList();
        LivePages.ofGroups(tools, pages, backup != null, listener.delegateFailureAndWrap((l, live) -> {
            List<GroupDocument> agreed = new ArrayList<>();
            for (GroupDocument page : pages) {
                Outcome objection = live.objection(page);
                if (objection == null) {
                    agreed.add(page);
                } else {
                    tools.task().count(objection, PageKey.of(page));
                }
            }
            if (backup == null) {
                agreed.forEach(page -> tools.task().count(Outcome.DELETED, PageKey.of(page)));
                l.onResponse(live.bytes());
            } else {
                new Batch(agreed, live).delete(l.map(done -> live.bytes()));
            }
        }));
    }

    /** Documents that are deleted together, in an order that keeps a copy and a canonical document of each at any time. */
    private final class Batch {

        private final List<GroupDocument> pages;
        private final LivePages live;
        private final ResolveContext finishing = tools.finishing();
        private final List<GroupDocument> copied = Collections.synchronizedList(new ArrayList<>());

        /** Documents that are deleted and not counted yet. */
        private final List<GroupDocument> deleted = Collections.synchronizedList(new ArrayList<>());

        /** Those that are there nevertheless, so that their copies have to go. */
        private final List<GroupDocument> left = Collections.synchronizedList(new ArrayList<>());

        private Batch(List<GroupDocument> pages, LivePages live) {
            this.pages = pages;
            this.live = live;
        }

        private void delete(ActionListener<Void> listener) {
            SubscribableListener.<Void>newForked(this::copy)
                    .<Void>andThen(this::deleteCopied)
                    .<Void>andThen(this::restoreWithoutCanonical)
                    .<Void>andThen(l -> finishing
                            .writer()
                            .refreshing()
                            .write(left, List.of(), backup::forget, (page, answer) -> {}, l))
                    .addListener(listener);
        }

        private void copy(ActionListener<Void> listener) {
            long now = System.currentTimeMillis();
            Index index = requireBackup();
            tools.writer()
                    .refreshing()
                    .write(
                            pages,
                            List.of(index),
                            page -> backup.keep(page, live.get(PageKey.of(page)).getSourceAsBytesRef(), now),
                            (page, answer) -> {
                                if (answer.isFailed()) {
                                    failed(page, answer);
                                } else {
                                    backup.checkHolds(answer.getResponse());
                                    copied.add(page);
                                }
                            },
                            // if the backup was deleted in this moment, that is the error to report
                            listener.delegateResponse((l, e) -> ActionListener.completeWith(l, () -> {
                                requireBackup();
                                throw e;
                            })));
        }

        private Index requireBackup() {
            return backup.require(tools.clusterService().state());
        }

        private void deleteCopied(ActionListener<Void> listener) {
            requireBackup();
            tools.writer().write(copied, tools.indices(), DeleteWork::request, this::deleted, listener);
        }

        private void deleted(GroupDocument page, BulkItemResponse answer) {
            if (answer.isFailed() == false) {
                if (answer.getResponse().getResult() == DocWriteResponse.Result.NOT_FOUND) {
                    tools.task().count(Outcome.MISSING, PageKey.of(page));
                    left.add(page);
                } else {
                    deleted.add(page);
                }
            } else if (answer.status() == RestStatus.CONFLICT) {
                tools.task().count(Outcome.VERSION_CONFLICTS, PageKey.of(page));
                left.add(page);
            } else {
                // after a failure it is not known whether the page is deleted, so its copy stays: a restoration never
                // replaces an existing
                // document
                failed(page, answer);
            }
        }

        /**
         * Checks the canonical documents again. Restores documents whose canonical document was changed or deleted meanwhile. So each
         * canonical document still existed, as it was compared, after the deletion of its duplicates.
         */
        private void restoreWithoutCanonical(ActionListener<Void> listener) {
            List<PageKey> canonicals =
                    deleted.stream().map(PageKey::canonicalOf).toList();
            LivePages.fetch(
                    finishing,
                    List.of(),
                    canonicals,
                    listener.delegateResponse((l, e) -> {
                                deleted.forEach(page -> tools.task().count(Outcome.DELETED, PageKey.of(page)));
                                l.onFailure(e);
                            })
                            .delegateFailureAndWrap((l, now) -> {
                                List<GroupDocument> lost = new ArrayList<>();
                                for (GroupDocument page : deleted) {
                                    if (now.objectionToCanonical(page) == null) {
                                        tools.task().count(Outcome.DELETED, PageKey.of(page));
                                    } else {
                                        lost.add(page);
                                    }
                                }
                                deleted.clear();
                                deleted.addAll(lost);
                                finishing
                                        .writer()
                                        .write(
                                                lost,
                                                tools.indices(),
                                                page -> RestoreWork.request(kept(page)),
                                                (page, answer) ->
                                                        restored(page, now.objectionToCanonical(page), answer),
                                                l);
                            }));
        }

        private Backup.Kept kept(GroupDocument page) {
            return new Backup.Kept(
                    PageKey.of(page),
                    page.indexUuid(),
                    live.get(PageKey.of(page)).getSourceAsBytesRef());
        }

        private void restored(GroupDocument page, Outcome objection, BulkItemResponse answer) {
            deleted.removeIf(one -> one == page);
            if (answer.isFailed() == false) {
                tools.task().count(objection, PageKey.of(page));
                left.add(page);
            } else if (answer.status() == RestStatus.CONFLICT) {
                // another document has its id already; the copy stays
                tools.task().count(Outcome.VERSION_CONFLICTS, PageKey.of(page));
            } else {
                failed(page, answer);
            }
        }
    }

    private static DocWriteRequest<?> request(GroupDocument page) {
        return new DeleteRequest(page.page().index(), page.page().id())
                .routing(page.compared().routing())
                .setIfSeqNo(page.compared().version().seqNo())
                .setIfPrimaryTerm(page.compared().version().primaryTerm());
    }

    private void failed(GroupDocument page, BulkItemResponse answer) {
        tools.task()
                .failed(Failure.of(
                        page.page().index(),
                        page.page().id(),
                        answer.getFailure().getCause()));
    }
}
