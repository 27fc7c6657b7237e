package org.ndd.job.update;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.ndd.bulk.Batches;
import org.ndd.bulk.BulkWriter;
import org.ndd.bulk.Refresh;
import org.ndd.bulk.ReservedMemory;
import org.ndd.compat.Project;
import org.ndd.config.DocumentName;
import org.ndd.groups.DuplicateListUpdates;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupStore;

/**
 * The documents whose groups an unfinished checkpoint may have changed. Such a checkpoint has written its entries in the list of changes,
 * and then a part of the group documents and of the lists of duplicates. The next checkpoint may compute other changes, because documents
 * of the source have changed since. So it groups the documents of these entries again in any case, and then makes the lists of
 * duplicates and the list of changes agree with the result. The circuit breaker accounts for the entries until this is closed.
 */
public final class UnfinishedCheckpoint implements Releasable {

    /** Number of documents whose lists of duplicates are corrected together, because their group documents are in memory. */
    private static final int BATCH_SIZE = 5_000;

    /** Approximate bytes of an entry, without the characters of its ids. */
    private static final long BYTES_PER_ENTRY = 500;

    private final UpdateContext context;
    private final ChangeList list;
    /** The documents to group again; empty before {@link #find}, and if the last checkpoint was completed. */
    public final Set<DocumentName> documents = new TreeSet<>();

    private final List<DeleteRequest> entries = new ArrayList<>();
    private final ReservedMemory memory;

    public UnfinishedCheckpoint(UpdateContext context) {
        this.context = context;
        this.memory = context.memory();
        this.list = context.changeList();
    }

    /** Finds the documents after the last completed checkpoint. If there are any, searches then find everything that was written. */
    public void find(long completed, ActionListener<Void> listener) {
        SubscribableListener.<Void>newForked(l -> list.entriesAfter(completed, this::add, l))
                .<Void>andThen(l -> {
                    if (documents.isEmpty()) {
                        l.onResponse(null);
                    } else {
                        Refresh.execute(context.client(), new RefreshRequest(context.run()), l);
                    }
                })
                .addListener(listener);
    }

    private void add(SearchHit hit) {
        DocumentName document = ChangeList.document(hit.getSourceAsMap());
        memory.add(BYTES_PER_ENTRY
                + (long) Character.BYTES * (document.id().length() + hit.getId().length()));
        documents.add(document);
        entries.add(new DeleteRequest(hit.getIndex(), hit.getId())
                .setIfSeqNo(hit.getSeqNo())
                .setIfPrimaryTerm(hit.getPrimaryTerm()));
    }

    /** Corrects the lists when all groups are written, and deletes the entries that were not overwritten. */
    public void finish(ActionListener<Void> listener) {
        if (documents.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        BulkWriter writer = context.writer();
        SubscribableListener.<Void>newForked(l -> Batches.forEach(documents, BATCH_SIZE, 1, this::correctLists, l))
                .<Void>andThen(l -> writer.write(
                        entries,
                        List.of(writer.index(list.name()).getIndex()),
                        entry -> entry,
                        UnfinishedCheckpoint::requireDeletedOrChanged,
                        l))
                .<Void>andThen(
                        l -> Refresh.execute(context.client(), new RefreshRequest(context.run(), list.name()), l))
                .addListener(listener);
    }

    private void correctLists(List<DocumentName> batch, ActionListener<Void> listener) {
        context.task().ensureNotCancelled();
        GroupStore groups = context.groups();
        DuplicateListUpdates lists = context.duplicateLists();
        SubscribableListener.<List<GroupDocument>>newForked(l -> groups.findByDocuments(batch, l))
                .<Void>andThen((l, texts) -> groups.redirectsOf(batch, l.map(redirects -> {
                    List<GroupDocument> all = new ArrayList<>(texts);
                    all.addAll(redirects);
                    lists.correct(batch, all, index -> uuid(context.services().cluster(), index));
                    return null;
                })))
                .<Void>andThen(lists::write)
                .addListener(ActionListener.runBefore(listener, groups::close));
    }

    /** Returns the UUID of an index; {@code null} if it was deleted: searches ignore its lists. */
    private static String uuid(ClusterService cluster, String index) {
        IndexMetadata known = Project.of(cluster.state()).index(index);
        return known == null ? null : known.getIndexUUID();
    }

    private static void requireDeletedOrChanged(DeleteRequest entry, BulkItemResponse response) throws Exception {
        if (response.isFailed() == false || response.status() != RestStatus.CONFLICT) {
            BulkWriter.requireSuccess(entry, response);
        }
    }

    @Override
    public void close() {
        memory.close();
    }
}
