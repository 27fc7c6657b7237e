package org.ndd.bulk;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.support.ListenerTimeouts;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.compat.Project;

/**
 * Sends write requests in bulks, and repeats writes that the cluster is too busy for. A failure that applies to all documents ends the
 * task.
 */
public final class BulkWriter {

    /** Failures that do not concern a single document: no right to write, or the index does not exist. */
    private static final Set<RestStatus> FATAL =
            Set.of(RestStatus.UNAUTHORIZED, RestStatus.FORBIDDEN, RestStatus.NOT_FOUND);

    /** Number of documents per bulk if all documents are known in advance. */
    private static final int BATCH_SIZE = 1_000;

    private final Client client;
    private final ClusterService clusterService;
    private final Pause pause;
    private final LongAdder retries;
    private final RefreshPolicy refresh;

    /**
     * @param client client with the rights of the user
     * @param retries counts bulks that are sent again
     */
    public BulkWriter(Client client, ClusterService clusterService, Pause pause, LongAdder retries) {
        this(client, clusterService, pause, retries, RefreshPolicy.NONE);
    }

    private BulkWriter(
            Client client, ClusterService clusterService, Pause pause, LongAdder retries, RefreshPolicy refresh) {
        this.client = client;
        this.clusterService = clusterService;
        this.pause = pause;
        this.retries = retries;
        this.refresh = refresh;
    }

    /**
     * Creates a writer for results.
     *
     * @param client client with the rights of the user
     * @param task task to which the writes belong
     */
    public BulkWriter(Client client, ClusterService clusterService, CancellableTask task) {
        this(client, clusterService, new Pause(task, client.threadPool()), new LongAdder());
    }

    /** Returns a writer that refreshes the index after each bulk, so that searches find the documents. */
    public BulkWriter withRefresh() {
        return new BulkWriter(client, clusterService, pause, retries, RefreshPolicy.IMMEDIATE);
    }

    /** Receives the final result of an item: it was written, or failed for a permanent reason. */
    public interface Outcome<T> {

        /** @throws Exception ends the task */
        void accept(T item, BulkItemResponse response) throws Exception;
    }

    /**
     * Writes all items; fails if the task must end.
     *
     * @param indices indices of the items. An item fails if its index was deleted, even if another index has its name
     */
    public <T> void write(
            List<T> items,
            List<Index> indices,
            Function<T, DocWriteRequest<?>> request,
            Outcome<T> outcome,
            ActionListener<Void> listener) {
        List<T> remaining = new ArrayList<>(items);
        new Backoff(pause, retries).run(l -> writeOnce(remaining, indices, request, outcome, l), listener);
    }

    /** Returns the metadata of an index in the cluster state. */
    public IndexMetadata index(String name) {
        IndexMetadata index = Project.of(clusterService.state()).index(name);
        if (index == null) {
            throw new IndexNotFoundException(name);
        }
        return index;
    }

    /** Writes documents into an existing index, in batches; fails at the first document that cannot be written. */
    public void writeAll(List<DocWriteRequest<?>> requests, String index, ActionListener<Void> listener) {
        Batches.forEach(
                requests,
                BATCH_SIZE,
                1,
                (batch, l) -> write(
                        batch,
                        List.of(index(index).getIndex()),
                        request -> request,
                        (request, response) -> {
                            if (response.isFailed()) {
                                throw response.getFailure().getCause();
                            }
                        },
                        l),
                listener);
    }

    /** Sends all remaining items once. Fails with a status of a busy cluster if an item must be sent again. */
    private <T> void writeOnce(
            List<T> remaining,
            List<Index> indices,
            Function<T, DocWriteRequest<?>> request,
            Outcome<T> outcome,
            ActionListener<Void> listener) {
        if (remaining.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        var metadata = Project.of(clusterService.state());
        indices.forEach(metadata::getIndexSafe);
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(refresh);
        remaining.forEach(item -> bulk.add(request.apply(item)));
        ActionListener<BulkResponse> handling = ListenerTimeouts.wrapWithTimeout(
                client.threadPool(),
                listener.delegateFailureAndWrap((l, response) -> {
                    handle(remaining, response, outcome);
                    l.onResponse(null);
                }),
                PointInTime.REQUEST_TIMEOUT,
                client.threadPool().generic(),
                "bulk");
        ExistingIndices.writeOnlyTo(
                indices, client.threadPool().getThreadContext(), handling, l -> client.bulk(bulk, l));
    }

    /** Passes on the final results and keeps the items to repeat in the list. */
    private static <T> void handle(List<T> remaining, BulkResponse response, Outcome<T> outcome) throws Exception {
        List<T> toRetry = new ArrayList<>();
        Exception busy = null;
        Exception fatal = null;
        for (int i = 0; i < remaining.size(); i++) {
            BulkItemResponse item = response.getItems()[i];
            if (item.isFailed() && Backoff.isBusy(item.status())) {
                toRetry.add(remaining.get(i));
                busy = item.getFailure().getCause();
            } else if (item.isFailed() && FATAL.contains(item.status())) {
                fatal = item.getFailure().getCause();
            } else {
                try {
                    outcome.accept(remaining.get(i), item);
                } catch (Exception e) {
                    fatal = e;
                }
            }
        }
        remaining.clear();
        remaining.addAll(toRetry);
        if (fatal != null) {
            throw fatal;
        }
        if (busy != null) {
            throw busy;
        }
    }
}
