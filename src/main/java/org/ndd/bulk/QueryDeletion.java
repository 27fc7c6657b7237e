package org.ndd.bulk;

import java.util.Arrays;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.tasks.CancellableTask;

/** Deletes all documents of an index that match a query, thousands at a time. */
public final class QueryDeletion {

    private static final int BATCH_SIZE = 5_000;

    private final ParentTaskAssigningClient client;
    private final CancellableTask task;
    private final BulkWriter writer;

    /**
     * @param client client with the rights of the user, for children of the task
     * @param writer writes with the rights of the user
     */
    public QueryDeletion(ParentTaskAssigningClient client, CancellableTask task, BulkWriter writer) {
        this.client = client;
        this.task = task;
        this.writer = writer;
    }

    /** Refreshes the index before and after the deletions. */
    public void execute(String index, QueryBuilder query, ActionListener<Void> listener) {
        task.ensureNotCancelled();
        SearchRequest matching = new SearchRequest(index)
                .allowPartialSearchResults(false)
                .source(new SearchSourceBuilder()
                        .query(query)
                        .size(BATCH_SIZE)
                        .trackTotalHits(false)
                        .fetchSource(false));
        SubscribableListener.<Void>newForked(l -> Refresh.execute(client, new RefreshRequest(index), l))
                .<List<DeleteRequest>>andThen(l -> client.search(
                        matching,
                        l.map(response -> Arrays.stream(response.getHits().getHits())
                                .map(hit -> new DeleteRequest(index, hit.getId()))
                                .toList())))
                .<Void>andThen((l, deletions) -> {
                    if (deletions.isEmpty()) {
                        l.onResponse(null);
                    } else {
                        writer.writeAll(
                                deletions, index, l.delegateFailureAndWrap((m, deleted) -> execute(index, query, m)));
                    }
                })
                .addListener(listener);
    }
}
