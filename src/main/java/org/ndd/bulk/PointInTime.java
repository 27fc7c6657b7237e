package org.ndd.bulk;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.ClosePointInTimeRequest;
import org.elasticsearch.action.search.OpenPointInTimeRequest;
import org.elasticsearch.action.search.OpenPointInTimeResponse;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.TransportClosePointInTimeAction;
import org.elasticsearch.action.search.TransportOpenPointInTimeAction;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.ListenerTimeouts;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.builder.PointInTimeBuilder;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.compat.Calls;

/** Reads the documents of indices that match a query, in their state when the point in time was opened. It must be closed. */
public final class PointInTime {

    /** Maximum time in seconds that a throttle waits, so that the point in time does not expire during a wait. */
    public static final double MAX_WAIT_SECONDS = 60;

    private static final Logger LOGGER = LogManager.getLogger(PointInTime.class);

    /** Keep-alive, longer than any wait of a task between two batches. */
    private static final TimeValue KEEP_ALIVE = TimeValue.timeValueMinutes(10);

    static final TimeValue REQUEST_TIMEOUT = TimeValue.timeValueMinutes(5);

    private final ParentTaskAssigningClient client;
    private final String[] indices;
    private final QueryBuilder query;
    private final BytesReference id;
    private final long total;
    /** Number of documents that tasks have read. */
    private final AtomicLong read;

    private PointInTime(
            ParentTaskAssigningClient client,
            String[] indices,
            QueryBuilder query,
            BytesReference id,
            long total,
            AtomicLong read) {
        this.client = client;
        this.indices = indices;
        this.query = query;
        this.id = id;
        this.total = total;
        this.read = read;
    }

    /**
     * Opens a point in time, and counts the matching documents. Fails if the user has no right to read them, or if the query does not fit
     * the indices.
     *
     * @param client client with the rights of the user, for children of the task
     */
    public static void open(
            ParentTaskAssigningClient client,
            String[] indices,
            QueryBuilder query,
            ActionListener<PointInTime> listener) {
        OpenPointInTimeRequest request = new OpenPointInTimeRequest(indices)
                .indicesOptions(IndicesOptions.strictExpandOpenAndForbidClosed())
                .keepAlive(KEEP_ALIVE);
        client.execute(
                TransportOpenPointInTimeAction.TYPE,
                request,
                listener.<OpenPointInTimeResponse>delegateFailureAndWrap((l, opened) -> search(
                        client,
                        source(query, opened.getPointInTimeId()).size(0).trackTotalHits(true),
                        l.delegateResponse((failed, e) -> {
                                    close(client, opened.getPointInTimeId());
                                    failed.onFailure(e);
                                })
                                .map(counted -> new PointInTime(
                                        client,
                                        indices,
                                        query,
                                        opened.getPointInTimeId(),
                                        Calls.total(counted.getHits()),
                                        new AtomicLong())))));
    }

    public long total() {
        return total;
    }

    /** Returns the same point in time for requests of another task. */
    public PointInTime withClient(ParentTaskAssigningClient other) {
        return new PointInTime(other, indices, query, id, total, read);
    }

    void countRead(long documents) {
        read.addAndGet(documents);
    }

    /**
     * Checks, after all documents were read, that there were as many as at the beginning.
     *
     * @throws ElasticsearchStatusException with 403 if the role of the user hides documents that it did not hide then
     */
    public void requireAllRead() {
        long hidden = total - read.get();
        if (hidden > 0) {
            throw new ElasticsearchStatusException(
                    "[" + hidden + "] of [" + total
                            + "] documents were not found any more, because document-level security "
                            + "hides them since the task started",
                    RestStatus.FORBIDDEN);
        }
    }

    /** Returns the names of its indices, as they were given. */
    String[] indices() {
        return indices;
    }

    /** Creates a search of the documents, without size and order. */
    public SearchSourceBuilder source() {
        return source(query, id);
    }

    /** Searches all shards or fails, because the documents of a missing shard must not be skipped silently. */
    public void search(SearchSourceBuilder source, ActionListener<SearchResponse> listener) {
        search(client, source, listener);
    }

    private static SearchSourceBuilder source(QueryBuilder query, BytesReference id) {
        return new SearchSourceBuilder()
                .pointInTimeBuilder(new PointInTimeBuilder(id).setKeepAlive(KEEP_ALIVE))
                .query(query);
    }

    private static void search(Client client, SearchSourceBuilder source, ActionListener<SearchResponse> listener) {
        client.search(
                CompleteSearch.of(source),
                ListenerTimeouts.wrapWithTimeout(
                        client.threadPool(),
                        listener,
                        REQUEST_TIMEOUT,
                        client.threadPool().generic(),
                        "search"));
    }

    public void close() {
        close(client, id);
    }

    /**
     * Closes the point in time. The request is not a child of the task: a cancelled task accepts no children, and its point in time would
     * remain open.
     */
    private static void close(ParentTaskAssigningClient client, BytesReference pointInTime) {
        client.unwrap()
                .execute(
                        TransportClosePointInTimeAction.TYPE,
                        new ClosePointInTimeRequest(pointInTime),
                        ActionListener.wrap(
                                closed -> {},
                                e -> LOGGER.debug("a point in time was not closed, and ends by itself", e)));
    }
}
