package org.ndd.resolve;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.FieldSortBuilder;
import org.elasticsearch.search.sort.ShardDocSortField;
import org.ndd.bulk.Backoff;
import org.ndd.bulk.BatchSize;
import org.ndd.bulk.PointInTime;
import org.ndd.throttle.Pause;

/** Iterates over the documents of a piece of work: reads some documents, passes them to the work, pauses, and repeats that to the end. */
final class BatchLoop {

    private static final int MAX_BATCH_SIZE = 500;

    private final ResolveTask task;
    private final Work work;
    private final PointInTime documents;
    private final Pause pause;
    private final CircuitBreaker breaker;
    private final BatchSize size = new BatchSize(MAX_BATCH_SIZE);
    private Object[] last;

    /** @param breaker accounts for the documents that are read */
    BatchLoop(ResolveTask task, Work work, PointInTime documents, Pause pause, CircuitBreaker breaker) {
        this.task = task;
        this.work = work;
        this.documents = documents;
        this.pause = pause;
        this.breaker = breaker;
    }

    void run(ActionListener<Void> listener) {
        task.awaitThrottle(pause, listener.delegateFailureAndWrap((l, nothing) -> read(l)));
    }

    private void read(ActionListener<Void> listener) {
        SearchSourceBuilder source = documents
                .source()
                .size(size.next(task.throttle().perSecond()))
                .sort(new FieldSortBuilder(ShardDocSortField.NAME))
                .trackTotalHits(false);
        if (last != null) {
            source.searchAfter(last);
        }
        new Backoff(pause, task.retries)
                .<SearchResponse>run(
                        l -> documents.search(source, l), listener.delegateFailureAndWrap((l, response) -> {
                            SearchHit[] hits = response.getHits().getHits();
                            if (hits.length == 0) {
                                l.onResponse(null);
                                return;
                            }
                            last = hits[hits.length - 1].getSortValues();
                            long bytes = 0;
                            for (SearchHit hit : hits) {
                                bytes += hit.hasSource() ? hit.getSourceRef().length() : 0;
                            }
                            breaker.addEstimateBytesAndMaybeBreak(bytes, "ndd resolve");
                            long reservedBytes = bytes;
                            response.mustIncRef();
                            task.throttle().take(hits.length);
                            process(List.of(hits), ActionListener.runBefore(l, () -> {
                                response.decRef();
                                breaker.addWithoutBreaking(-reservedBytes);
                            }));
                        }));
    }

    private void process(List<SearchHit> hits, ActionListener<Void> listener) {
        ActionListener.run(
                listener.<Long>delegateFailureAndWrap((l, bytes) -> {
                    size.adapt(hits.size(), bytes);
                    run(l);
                }),
                l -> work.process(hits, l));
    }
}
