package org.ndd.inspect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.bulk.PointInTime;

/**
 * Streams the rows of a response of any size. Reads each page of rows with the rights of the user, after the client has received the
 * previous page, and keeps none. It must be closed; the task of the request ends with it.
 */
public final class RowStream {

    /** Number of documents of the first page: few, so that the response begins early. */
    static final int FIRST_PAGE_SIZE = 100;

    /** Maximum number of documents of a page. */
    static final int MAX_PAGE_SIZE = 1_000;

    /** Target number of characters of the rows of a page. */
    private static final long TARGET_CHARACTERS = 1L << 20;

    /** Creates rows of documents. */
    public interface Rows {

        /**
         * @param documents documents of a page, in order, valid until this method returns
         * @param listener gets the rows, which may be fewer than the documents
         */
        void toRows(List<SearchHit> documents, ActionListener<List<Map<String, Object>>> listener);
    }

    /** A page of rows, and whether it is the last. */
    public record Page(List<Map<String, Object>> rows, boolean last) {}

    private final PointInTime documents;
    private final Consumer<SearchSourceBuilder> order;
    private final Rows rows;
    private final List<Map<String, Object>> trailingRows;
    private final CancellableTask task;
    private final Supplier<ThreadContext.StoredContext> user;
    private final ActionListener<ActionResponse.Empty> done;
    private final AtomicBoolean closed = new AtomicBoolean();
    private Object[] after;
    private int size = FIRST_PAGE_SIZE;

    /**
     * Creates a stream. Must be called in the context of the user.
     *
     * @param documents source of the rows, closed with the stream; {@code null} for none
     * @param trailingRows the rows after those of the documents
     * @param task task of the request; the stream fails when it is cancelled
     * @param done called when the stream is closed
     */
    public RowStream(
            PointInTime documents,
            Consumer<SearchSourceBuilder> order,
            Rows rows,
            List<Map<String, Object>> trailingRows,
            CancellableTask task,
            ThreadContext context,
            ActionListener<ActionResponse.Empty> done) {
        this.documents = documents;
        this.order = order;
        this.rows = rows;
        this.trailingRows = trailingRows;
        this.task = task;
        this.user = context.newRestorableContext(false);
        this.done = done;
    }

    /**
     * Reads the first page, and passes the stream with it to the handler. If the page cannot be read, closes the stream, and the request
     * fails. {@link #next} reads all later pages.
     */
    public void start(StreamHandler handler) {
        next(ActionListener.wrap(page -> handler.onFirstPage(this, page), e -> {
            closePointInTime();
            done.onFailure(e);
        }));
    }

    /** Gets a stream and its first page, and closes the stream. */
    public interface StreamHandler {

        void onFirstPage(RowStream stream, Page first);
    }

    /** Reads the next page. Must not be called before the previous call has ended, nor after the last page. */
    @SuppressWarnings("try") // the context is closed, not used
    public void next(ActionListener<Page> listener) {
        // after a cancellation, searches of the task may fail with another cause
        ActionListener<Page> checked = listener.delegateResponse((l, e) -> ActionListener.completeWith(l, () -> {
            task.ensureNotCancelled();
            throw e;
        }));
        try (ThreadContext.StoredContext ignored = user.get()) {
            ActionListener.run(checked, l -> {
                task.ensureNotCancelled();
                if (documents == null) {
                    l.onResponse(new Page(trailingRows, true));
                } else {
                    search(l);
                }
            });
        }
    }

    /** Reads one document more than the page has. If it exists, another page follows. */
    private void search(ActionListener<Page> listener) {
        SearchSourceBuilder source = documents.source().size(size + 1).trackTotalHits(false);
        order.accept(source);
        if (after != null) {
            source.searchAfter(after);
        }
        documents.search(source, listener.delegateFailureAndWrap((l, response) -> {
            SearchHit[] hits = response.getHits().getHits();
            boolean last = hits.length <= size;
            List<SearchHit> found = Arrays.asList(hits).subList(0, last ? hits.length : size);
            if (last == false) {
                after = hits[size - 1].getSortValues();
            }
            rows.toRows(found, l.delegateFailureAndWrap((m, pageRows) -> {
                if (pageRows.isEmpty() && last == false) {
                    next(m);
                } else {
                    m.onResponse(new Page(last ? withTrailingRows(pageRows) : pageRows, last));
                }
            }));
        }));
    }

    private List<Map<String, Object>> withTrailingRows(List<Map<String, Object>> pageRows) {
        List<Map<String, Object>> all = new ArrayList<>(pageRows);
        all.addAll(trailingRows);
        return all;
    }

    /** Adapts the number of rows per page to the number of characters of the last page. */
    public void adaptPageSize(long characters) {
        long newSize = size * TARGET_CHARACTERS / Math.max(1, characters);
        size = (int) Math.min(Math.max(newSize, 1), Math.min(MAX_PAGE_SIZE, 4L * size));
    }

    /** Ends the stream and its task. Further calls do nothing. */
    @SuppressWarnings("try") // the context is closed, not used
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try (ThreadContext.StoredContext ignored = user.get()) {
                closePointInTime();
                done.onResponse(ActionResponse.Empty.INSTANCE);
            }
        }
    }

    private void closePointInTime() {
        if (documents != null) {
            documents.close();
        }
    }
}
