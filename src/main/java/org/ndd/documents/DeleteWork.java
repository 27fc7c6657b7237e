package org.ndd.documents;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.ndd.bulk.BulkTask.DocumentOutcome;
import org.ndd.documents.Backup.RestoreWork;
import org.ndd.documents.LivePages.PageKey;
import org.ndd.documents.ResolveExecution.Work;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupQueries;

/**
 * Deletes duplicates. Checks that the document and its canonical document were not changed since they were compared, and copies the
 * document into the backup. Deletes the document on the condition that it was still not changed, and checks the canonical document again.
 * Removes the copies of documents that were not deleted.
 */
final class DeleteWork implements Work {

    private final ResolveContext context;

    /** {@code null} to delete no document, and only count the documents to delete. */
    private final Backup backup;

    private final LivePages.CheckedCanonicals checked = new LivePages.CheckedCanonicals();

    DeleteWork(ResolveContext context) {
        this.context = context;
        this.backup = context.plan().backup();
    }

    @Override
    public String[] indices() {
        return new String[] {context.plan().run()};
    }

    @Override
    public QueryBuilder query() {
        // a canonical document of a market is not a duplicate there
        return context.duplicates().mustNot(GroupQueries.keptByMarkets());
    }

    @Override
    public void process(List<SearchHit> documents, ActionListener<Long> listener) {
        LivePages.processGroups(context, documents, checked, this::deleteUnchanged, listener);
    }

    private void deleteUnchanged(List<GroupDocument> pages, LivePages live, ActionListener<Void> listener)
            throws IOException {
        List<GroupDocument> deletable = new ArrayList<>();
        for (GroupDocument page : pages) {
            DocumentOutcome skipReason = live.skipReason(page);
            if (skipReason == null) {
                deletable.add(page);
            } else {
                context.task().count(skipReason, page.page());
            }
        }
        if (backup == null) {
            deletable.forEach(page -> context.task().count(DocumentOutcome.DELETED, page.page()));
            listener.onResponse(null);
        } else if (deletable.isEmpty()) {
            listener.onResponse(null);
        } else {
            createBackup(listener.delegateFailureAndWrap((l, created) -> new Batch(deletable, live).delete(l)));
        }
    }

    /** Creates a missing backup before the first copy, so that a task that fails earlier leaves no empty index. */
    private void createBackup(ActionListener<Void> listener) throws IOException {
        if (backup.isCreated()) {
            listener.onResponse(null);
        } else {
            backup.create(context.client(), context.services().cluster(), listener.map(created -> {
                context.task().setRunAndBackup(context.plan().run(), backup.name());
                return null;
            }));
        }
    }

    /** Deletes documents together, in an order that keeps a copy and a canonical document of each at any time. */
    private final class Batch {

        private final List<GroupDocument> pages;
        private final LivePages live;
        private final ResolveContext cleanupContext = context.withoutParentTask();
        private final List<GroupDocument> copied = Collections.synchronizedList(new ArrayList<>());

        /** Documents that were deleted and are not counted yet. */
        private final List<GroupDocument> deleted = Collections.synchronizedList(new ArrayList<>());

        /** Documents whose deletion failed because of their version: changed by others, or deleted by a request whose response was lost. */
        private final List<GroupDocument> conflicting = Collections.synchronizedList(new ArrayList<>());

        /** Documents that were not deleted, or were restored, so that their copies must be removed. */
        private final List<GroupDocument> notDeleted = Collections.synchronizedList(new ArrayList<>());

        private Batch(List<GroupDocument> pages, LivePages live) {
            this.pages = pages;
            this.live = live;
        }

        private void delete(ActionListener<Void> listener) {
            SubscribableListener.<Void>newForked(this::copyToBackup)
                    .<Void>andThen(l -> deleteCopied(l.delegateResponse(
                            (m, e) -> restoreWithoutCanonical(ActionListener.running(() -> m.onFailure(e))))))
                    .<Void>andThen(this::restoreWithoutCanonical)
                    .<Void>andThen(l -> cleanupContext
                            .writer()
                            .withRefresh()
                            .write(
                                    notDeleted,
                                    List.of(requireBackup()),
                                    backup::deleteRequest,
                                    (page, response) -> {},
                                    l))
                    .addListener(listener);
        }

        private void copyToBackup(ActionListener<Void> listener) {
            long now = System.currentTimeMillis();
            Index index = requireBackup();
            context.writer()
                    .withRefresh()
                    .write(
                            pages,
                            List.of(index),
                            page -> backup.indexRequest(
                                    page, live.get(PageKey.of(page)).getSourceAsBytesRef(), now),
                            (page, response) -> {
                                if (response.isFailed()) {
                                    context.task()
                                            .countFailure(
                                                    page.page(),
                                                    response.getFailure().getCause());
                                } else {
                                    backup.checkWrittenHere(response.getResponse());
                                    copied.add(page);
                                }
                            },
                            // if the backup was just deleted, report that error
                            listener.delegateResponse((l, e) -> ActionListener.completeWith(l, () -> {
                                requireBackup();
                                throw e;
                            })));
        }

        private Index requireBackup() {
            return backup.requireIndex(context.services().cluster().state());
        }

        private void deleteCopied(ActionListener<Void> listener) {
            requireBackup();
            context.writer()
                    .write(copied, context.indices(), DeleteWork::deleteRequest, this::handleDeleteResponse, listener);
        }

        private void handleDeleteResponse(GroupDocument page, BulkItemResponse response) {
            if (response.status() == RestStatus.CONFLICT || response.status() == RestStatus.NOT_FOUND) {
                conflicting.add(page);
            } else if (response.isFailed() == false) {
                deleted.add(page);
            } else {
                // it is not known whether the page was deleted, so its copy remains: a restoration never replaces a
                // document
                context.task().countFailure(page.page(), response.getFailure().getCause());
            }
        }

        /**
         * Checks the canonical documents again. Restores documents whose canonical document was changed or deleted in the meantime. So the
         * compared version of each canonical document still existed after the deletion of its duplicates. Documents with a conflict that no
         * longer exist count as deleted, so that their copies remain.
         */
        private void restoreWithoutCanonical(ActionListener<Void> listener) {
            List<PageKey> pages = new ArrayList<>();
            deleted.forEach(page -> pages.add(PageKey.canonicalOf(page)));
            conflicting.forEach(page -> pages.addAll(List.of(PageKey.of(page), PageKey.canonicalOf(page))));
            LivePages.fetchVersions(
                    cleanupContext,
                    pages,
                    listener.delegateResponse((l, e) -> {
                                deleted.forEach(page -> context.task().count(DocumentOutcome.DELETED, page.page()));
                                conflicting.forEach(
                                        page -> context.task().count(DocumentOutcome.VERSION_CONFLICTS, page.page()));
                                l.onFailure(e);
                            })
                            .delegateFailureAndWrap((l, current) -> {
                                for (GroupDocument page : conflicting) {
                                    if (current.get(PageKey.of(page)) == null) {
                                        deleted.add(page);
                                    } else {
                                        context.task().count(DocumentOutcome.VERSION_CONFLICTS, page.page());
                                        notDeleted.add(page);
                                    }
                                }
                                // they are counted, also if the restoration fails
                                conflicting.clear();
                                List<GroupDocument> withoutCanonical = new ArrayList<>();
                                for (GroupDocument page : deleted) {
                                    if (current.canonicalSkipReason(page) == null) {
                                        context.task().count(DocumentOutcome.DELETED, page.page());
                                    } else {
                                        withoutCanonical.add(page);
                                    }
                                }
                                deleted.clear();
                                deleted.addAll(withoutCanonical);
                                cleanupContext
                                        .writer()
                                        .write(
                                                withoutCanonical,
                                                context.indices(),
                                                page -> RestoreWork.request(backupCopy(page)),
                                                (page, response) -> handleRestoreResponse(
                                                        page, current.canonicalSkipReason(page), response),
                                                l);
                            }));
        }

        private Backup.BackupDocument backupCopy(GroupDocument page) {
            return new Backup.BackupDocument(
                    PageKey.of(page),
                    page.indexUuid(),
                    live.get(PageKey.of(page)).getSourceAsBytesRef());
        }

        private void handleRestoreResponse(GroupDocument page, DocumentOutcome objection, BulkItemResponse response) {
            deleted.removeIf(other -> other == page);
            if (response.isFailed() == false) {
                context.task().count(objection, page.page());
                notDeleted.add(page);
            } else if (response.status() == RestStatus.CONFLICT) {
                // another document already has the id; the copy remains
                context.task().count(DocumentOutcome.VERSION_CONFLICTS, page.page());
            } else {
                context.task().countFailure(page.page(), response.getFailure().getCause());
            }
        }
    }

    private static DocWriteRequest<?> deleteRequest(GroupDocument page) {
        return new DeleteRequest(page.page().index(), page.page().id())
                .routing(page.compared().routing())
                .setIfSeqNo(page.compared().version().seqNo())
                .setIfPrimaryTerm(page.compared().version().primaryTerm());
    }
}
