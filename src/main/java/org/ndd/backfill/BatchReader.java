package org.ndd.backfill;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.slice.SliceBuilder;
import org.elasticsearch.search.sort.FieldSortBuilder;
import org.elasticsearch.search.sort.ShardDocSortField;
import org.ndd.bulk.PointInTime;
import org.ndd.config.NddThreadPools;

/**
 * Reads one slice in batches from one point in time, in the cheapest order; keeps only the documents of each batch that must be written.
 */
final class BatchReader {

    private final CircuitBreaker breaker;
    private final Executor executor;
    private final BackfillPlan plan;
    private final int slice;
    private final PointInTime pointInTime;
    private Object[] last;

    /**
     * @param breaker accounts for the batch in memory
     * @param slice number of the slice, from 0
     */
    BatchReader(Client client, CircuitBreaker breaker, BackfillPlan plan, PointInTime pointInTime, int slice) {
        this.breaker = breaker;
        this.executor = client.threadPool().executor(NddThreadPools.READ);
        this.plan = plan;
        this.pointInTime = pointInTime;
        this.slice = slice;
    }

    /**
     * A document as it was read.
     *
     * @param seqNo with {@code primaryTerm}, the condition for the write
     */
    record Document(String index, String id, String routing, long seqNo, long primaryTerm, BytesReference source) {}

    /**
     * The result of one read. Must be closed after its documents are written.
     *
     * @param read number of documents; 0 at the end
     * @param bytes of their sources
     * @param due documents that must be written
     */
    record Batch(int read, long bytes, List<Document> due, Releasable memory) implements Releasable {

        @Override
        public void close() {
            memory.close();
        }
    }

    /** Reads the next batch. If it fails, the call can be repeated for the same batch. */
    void next(int size, ActionListener<Batch> listener) {
        SearchSourceBuilder source = pointInTime
                .source()
                .size(size)
                .fetchSource(true)
                .seqNoAndPrimaryTerm(true)
                .sort(new FieldSortBuilder(ShardDocSortField.NAME))
                .trackTotalHits(false);
        if (plan.slices() > 1) {
            source.slice(new SliceBuilder(slice, plan.slices()));
        }
        if (last != null) {
            source.searchAfter(last);
        }
        pointInTime.search(source, listener.delegateFailureAndWrap((l, response) -> {
            response.mustIncRef();
            executor.execute(
                    ActionRunnable.supply(ActionListener.runAfter(l, response::decRef), () -> batch(response)));
        }));
    }

    private Batch batch(SearchResponse response) {
        SearchHit[] hits = response.getHits().getHits();
        long bytes = 0;
        for (SearchHit hit : hits) {
            bytes += hit.hasSource() ? hit.getSourceRef().length() : 0;
        }
        breaker.addEstimateBytesAndMaybeBreak(bytes, "ndd backfill");
        long accounted = bytes;
        Releasable memory = Releasables.releaseOnce(() -> breaker.addWithoutBreaking(-accounted));
        boolean done = false;
        try {
            List<Document> due = new ArrayList<>();
            for (SearchHit hit : hits) {
                if (hit.hasSource() && plan.check().isDue(hit.getSourceAsMap())) {
                    due.add(document(hit));
                }
            }
            if (hits.length > 0) {
                last = hits[hits.length - 1].getSortValues();
            }
            done = true;
            return new Batch(hits.length, bytes, due, memory);
        } finally {
            if (done == false) {
                memory.close();
            }
        }
    }

    private static Document document(SearchHit hit) {
        var routing = hit.field(RoutingFieldMapper.NAME);
        return new Document(
                hit.getIndex(),
                hit.getId(),
                routing == null ? null : routing.getValue(),
                hit.getSeqNo(),
                hit.getPrimaryTerm(),
                // used after the response is released
                new BytesArray(hit.getSourceRef().toBytesRef(), true));
    }
}
