package org.ndd.bulk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.support.ListenerTimeouts;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.CheckedBiConsumer;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.bulk.BatchLoop.BatchSize;
import org.ndd.compat.Project;

/**
 * Sends write requests in bulks, and repeats writes that fail temporarily. A failure that applies to all documents ends the task.
 *
 * @param client client with the rights of the user
 * @param requests creates a bulk without documents
 * @param isTransient whether a document is sent again after a failure
 * @param retries repeats a step while its failures are transient
 * @param beforeBulk called before each bulk, which is not sent if it fails
 */
public record BulkWriter(
        Client client,
        ClusterService clusterService,
        Supplier<BulkRequest> requests,
        Predicate<Exception> isTransient,
        BiConsumer<Consumer<ActionListener<Void>>, ActionListener<Void>> retries,
        Consumer<ActionListener<Void>> beforeBulk) {

    /** Failures that do not concern a single document: no right to write, or the index does not exist. */
    private static final Set<RestStatus> FATAL =
            Set.of(RestStatus.UNAUTHORIZED, RestStatus.FORBIDDEN, RestStatus.NOT_FOUND);

    /** Number of documents per bulk if all documents are known in advance. */
    private static final int BATCH_SIZE = 1_000;

    /** Number of documents per search for documents to delete. */
    private static final int DELETION_SIZE = 5_000;

    /** Creates a writer with the rights of a client that repeats writes while the cluster is too busy for them, and counts that. */
    public BulkWriter(Client client, ClusterService clusterService, Pause pause, LongAdder retries) {
        this(
                client,
                clusterService,
                BulkRequest::new,
                TransientFailures::isBusy,
                (step, listener) -> pause.retryWhileBusy(retries, step, listener),
                BulkWriter::nothingBefore);
    }

    /** @param client client with the rights of the user */
    public BulkWriter(Client client, ClusterService clusterService, CancellableTask task) {
        this(client, clusterService, new Pause(task, client.threadPool()), new LongAdder());
    }

    /** The {@code beforeBulk} of writers that need none. */
    public static void nothingBefore(ActionListener<Void> listener) {
        listener.onResponse(null);
    }

    /** Returns a writer that refreshes the index after each bulk, so that searches find the documents. */
    public BulkWriter withRefresh() {
        return new BulkWriter(
                client,
                clusterService,
                () -> requests.get().setRefreshPolicy(RefreshPolicy.IMMEDIATE),
                isTransient,
                retries,
                beforeBulk);
    }

    /**
     * Returns a writer that executes an action before each bulk, also before one that is sent again. The bulk is not sent if the action
     * fails, for example because another node leads the work now.
     */
    public BulkWriter after(Consumer<ActionListener<Void>> action) {
        return new BulkWriter(client, clusterService, requests, isTransient, retries, action);
    }

    /**
     * Writes all items; fails if the task must end.
     *
     * @param indices indices of the items. An item fails if its index was deleted, even if another index has its name
     * @param outcome receives the final result of an item: it was written, or failed for a permanent reason. An exception ends the task
     */
    public <T> void write(
            List<T> items,
            List<Index> indices,
            Function<T, DocWriteRequest<?>> request,
            CheckedBiConsumer<T, BulkItemResponse, Exception> outcome,
            ActionListener<Void> listener) {
        List<T> remaining = new ArrayList<>(items);
        retries.accept(l -> writeOnce(remaining, indices, request, outcome, l), listener);
    }

    public IndexMetadata index(String name) {
        IndexMetadata index = Project.of(clusterService.state()).index(name);
        if (index == null) {
            throw new IndexNotFoundException(name);
        }
        return index;
    }

    /** Writes documents into an existing index, in batches; fails at the first document that cannot be written. */
    public <T extends DocWriteRequest<?>> void writeAll(List<T> requests, String index, ActionListener<Void> listener) {
        Batches.forEach(
                requests,
                BATCH_SIZE,
                1,
                (batch, l) -> write(
                        batch, List.of(index(index).getIndex()), request -> request, BulkWriter::requireSuccess, l),
                listener);
    }

    /** Deletes all documents that match, thousands at a time, with a refresh before and after; the check throws to end that. */
    public void deleteMatching(String index, QueryBuilder query, Runnable check, ActionListener<Void> listener) {
        check.run();
        SearchSourceBuilder matching =
                new SearchSourceBuilder().query(query).size(DELETION_SIZE).fetchSource(false);
        SubscribableListener.<Void>newForked(l -> Refresh.execute(client, new RefreshRequest(index), l))
                .<List<DeleteRequest>>andThen(l -> client.search(
                        CompleteSearch.of(matching, index),
                        l.map(response -> Arrays.stream(response.getHits().getHits())
                                .map(hit -> new DeleteRequest(index, hit.getId()))
                                .toList())))
                .<Void>andThen((l, deletions) -> {
                    if (deletions.isEmpty()) {
                        l.onResponse(null);
                    } else {
                        writeAll(
                                deletions,
                                index,
                                l.delegateFailureAndWrap((m, deleted) -> deleteMatching(index, query, check, m)));
                    }
                })
                .addListener(listener);
    }

    /** An outcome that ends the task at the first document that cannot be written. */
    public static void requireSuccess(DocWriteRequest<?> request, BulkItemResponse response) throws Exception {
        if (response.isFailed()) {
            throw response.getFailure().getCause();
        }
    }

    /**
     * Sends all remaining items once, in bulks of limited size: Elasticsearch rejects larger ones. Fails with a transient failure if an
     * item must be sent again.
     */
    private <T> void writeOnce(
            List<T> remaining,
            List<Index> indices,
            Function<T, DocWriteRequest<?>> request,
            CheckedBiConsumer<T, BulkItemResponse, Exception> outcome,
            ActionListener<Void> listener) {
        if (remaining.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        indices.forEach(index -> Project.of(clusterService.state()).getIndexSafe(index));
        BulkRequest bulk = requests.get();
        int count = 0;
        while (count < remaining.size() && bulk.estimatedSizeInBytes() < BatchSize.TARGET_BYTES) {
            bulk.add(request.apply(remaining.get(count++)));
        }
        List<T> sent = remaining.subList(0, count);
        ActionListener<BulkResponse> handling = ListenerTimeouts.wrapWithTimeout(
                client.threadPool(),
                listener.delegateFailureAndWrap((l, response) -> {
                    handle(sent, response, outcome);
                    writeOnce(remaining, indices, request, outcome, l);
                }),
                PointInTime.REQUEST_TIMEOUT,
                client.threadPool().generic(),
                "bulk");
        beforeBulk.accept(handling.delegateFailureAndWrap((l, done) -> ExistingIndices.writeOnlyTo(
                indices, client.threadPool().getThreadContext(), l, m -> client.bulk(bulk, m))));
    }

    /** Passes on the final results and keeps the items to repeat in the list. */
    private <T> void handle(
            List<T> sent, BulkResponse response, CheckedBiConsumer<T, BulkItemResponse, Exception> outcome)
            throws Exception {
        List<T> toRetry = new ArrayList<>();
        Exception rejection = null;
        Exception fatal = null;
        for (int i = 0; i < sent.size(); i++) {
            BulkItemResponse item = response.getItems()[i];
            if (item.isFailed() && isTransient.test(item.getFailure().getCause())) {
                toRetry.add(sent.get(i));
                rejection = item.getFailure().getCause();
            } else if (item.isFailed() && FATAL.contains(item.status())) {
                fatal = item.getFailure().getCause();
            } else {
                try {
                    outcome.accept(sent.get(i), item);
                } catch (Exception e) {
                    fatal = e;
                }
            }
        }
        sent.clear();
        sent.addAll(toRetry);
        if (fatal != null) {
            throw fatal;
        }
        if (rejection != null) {
            throw rejection;
        }
    }
}
