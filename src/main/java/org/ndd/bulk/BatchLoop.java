package org.ndd.bulk;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.ThreadedActionListener;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.DocValueFormat;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.FieldSortBuilder;
import org.elasticsearch.search.sort.ShardDocSortField;
import org.ndd.compat.Project;
import org.ndd.config.NddThreadPools;
import org.ndd.config.NodeServices;

/**
 * Iterates over the documents of a point in time, in the cheapest order: waits for the throttle, reads a batch, passes it to the work, and
 * repeats that until the end. The memory of one batch is accounted for by the circuit breaker.
 */
public final class BatchLoop {

    public interface Work {

        /**
         * Processes documents, whose memory is released when the listener is called.
         *
         * @param listener gets the number of bytes that were held in addition to the documents; fails if the task must end
         */
        void process(List<SearchHit> documents, ActionListener<Long> listener);
    }

    /** Completes the search for a batch, which has at most this number of documents. */
    public record Reading(Consumer<SearchSourceBuilder> request, int maxSize) {}

    private final BulkTask task;
    private final Work work;
    private final PointInTime documents;
    private final Reading reading;
    private final Pause pause;
    private final CircuitBreaker breaker;
    private final Supplier<ClusterState> state;
    private final Executor executor;
    private final BatchSize size;
    private Object[] last;

    public BatchLoop(
            BulkTask task, Work work, PointInTime documents, Reading reading, Pause pause, NodeServices services) {
        this.task = task;
        this.work = work;
        this.documents = documents;
        this.reading = reading;
        this.pause = pause;
        this.breaker = services.breaker();
        this.state = services.cluster()::state;
        this.executor = services.threads().executor(NddThreadPools.READ);
        this.size = new BatchSize(reading.maxSize());
    }

    /** Processes all documents. Must be called at most once. */
    public void run(ActionListener<Void> listener) {
        task.awaitThrottle(pause, listener.delegateFailureAndWrap((l, nothing) -> {
            task.<Batch>retryReads(
                    pause,
                    m -> read(size.next(task.throttle().perSecond()), m.delegateResponse((failed, e) -> {
                        // large documents may follow many small ones
                        size.reduce();
                        failed.onFailure(e);
                    })),
                    l.<Batch>delegateFailureAndWrap((m, batch) -> process(batch, m))
                            .delegateResponse((m, e) -> m.onFailure(withRemedy(e))));
        }));
    }

    /** A point in time is lost with a node or shard copy that it reads. No other copy has it, but the task can be repeated. */
    private Exception withRemedy(Exception e) {
        if (TransientFailures.isLostReader(e) == false) {
            return e;
        }
        String closed = Arrays.stream(documents.indices())
                .map(name -> Project.of(state.get()).index(name))
                .filter(index -> index != null && index.getState() == IndexMetadata.State.CLOSE)
                .map(index -> "index [" + index.getIndex().getName() + "] was closed: open it, and ")
                .findFirst()
                .orElse("a node or shard copy was lost: ");
        return new ElasticsearchStatusException(
                "documents were not read to the end, because " + closed
                        + "send the request again, a deletion or undo with the same [backup]",
                RestStatus.SERVICE_UNAVAILABLE,
                e);
    }

    /** Documents in memory, and the bytes of their sources. Must be closed. */
    private record Batch(List<SearchHit> documents, long bytes, Releasable memory) {}

    private void read(int limit, ActionListener<Batch> listener) {
        SearchSourceBuilder source = documents.source().size(limit).sort(new FieldSortBuilder(ShardDocSortField.NAME));
        reading.request().accept(source);
        if (last != null) {
            source.searchAfter(last);
        }
        ActionListener<List<SearchHit>> forked = new ThreadedActionListener<>(executor, listener.map(this::batch));
        documents.search(
                source,
                forked.map(response -> Arrays.stream(response.getHits().getHits())
                        .map(BatchLoop::copy)
                        .toList()));
    }

    /** Copies a document: a node that stops drops tasks, which then could not release the buffers of the network. */
    private static SearchHit copy(SearchHit hit) {
        SearchHit copy = SearchHit.unpooled(hit.docId(), hit.getId());
        copy.shard(hit.getShard());
        copy.setSeqNo(hit.getSeqNo());
        copy.setPrimaryTerm(hit.getPrimaryTerm());
        copy.sortValues(hit.getSortValues(), new DocValueFormat[] {DocValueFormat.RAW});
        copy.addDocumentFields(hit.getDocumentFields(), hit.getMetadataFields());
        if (hit.hasSource()) {
            copy.sourceRef(new BytesArray(hit.getSourceRef().toBytesRef(), true));
        }
        return copy;
    }

    private Batch batch(List<SearchHit> documents) {
        long bytes = documents.stream()
                .filter(SearchHit::hasSource)
                .mapToLong(hit -> hit.getSourceRef().length())
                .sum();
        breaker.addEstimateBytesAndMaybeBreak(bytes, "ndd " + task.kind().value());
        return new Batch(documents, bytes, Releasables.releaseOnce(() -> breaker.addWithoutBreaking(-bytes)));
    }

    private void process(Batch batch, ActionListener<Void> listener) {
        List<SearchHit> read = batch.documents();
        if (read.isEmpty()) {
            batch.memory().close();
            listener.onResponse(null);
            return;
        }
        last = read.get(read.size() - 1).getSortValues();
        task.batches.increment();
        documents.countRead(read.size());
        task.throttle().take(read.size());
        ActionListener<Long> next = listener.delegateFailureAndWrap((l, bytes) -> {
            size.adapt(read.size(), Math.max(batch.bytes(), bytes));
            run(l);
        });
        ActionListener.run(ActionListener.runBefore(next, batch.memory()::close), l -> work.process(read, l));
    }

    /**
     * Computes the number of documents per read. Their size is not known before they are read. So the first batch is small. The next ones
     * grow to a size in bytes that fits into memory and is large enough for a bulk.
     */
    public static final class BatchSize {

        /** Maximum number of documents to read if nothing is known about their size. */
        public static final int FIRST_SIZE = 16;

        public static final long TARGET_BYTES = 4L << 20;

        /** Maximum time in seconds to read a batch at the speed of the task. It limits the time that the last document waits. */
        private static final double MAX_SECONDS = 10;

        private final int maxSize;
        private int size;

        public BatchSize(int maxSize) {
            this.maxSize = maxSize;
            this.size = Math.min(FIRST_SIZE, maxSize);
        }

        /** Returns the size of the next batch, for a maximum number of documents per second; infinite for no limit. */
        public int next(double perSecond) {
            return limit(size, perSecond);
        }

        /** Returns the size of a batch of documents that take little memory each, for a speed; infinite for no limit. */
        public static int limit(int maxSize, double perSecond) {
            return (int) Math.max(1, Math.min(maxSize, perSecond * MAX_SECONDS));
        }

        /** Reduces the size, because the last batch did not fit into memory. */
        public void reduce() {
            size = Math.max(1, size / 2);
        }

        /** Adapts the size to the number and the total bytes of the documents of the last batch. */
        public void adapt(int documents, long bytes) {
            if (bytes > TARGET_BYTES) {
                size = (int) Math.max(1, documents * TARGET_BYTES / bytes);
            } else if (documents >= size && bytes <= TARGET_BYTES / 2) {
                size = Math.min(maxSize, size * 2);
            }
        }
    }
}
