package org.ndd.continuous.update;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.search.SearchHit;
import org.ndd.bulk.Batches;
import org.ndd.config.DocumentFields;
import org.ndd.config.SourceState;
import org.ndd.pair.DocumentName;

/**
 * Counts among changed documents those that the processor has not seen, and those whose input changed without it. Costs a search for {@value
 * #IDS} documents, and reads the sources of all pages, {@value #AT_ONCE} at a time.
 */
final class ProcessorChecks {

    private static final int IDS = 1_000;
    private static final int AT_ONCE = 20;

    private final ChangedPages pages;
    private final DocumentFields fields;
    private final AtomicLong unprocessed = new AtomicLong();
    private final AtomicLong stale = new AtomicLong();

    ProcessorChecks(ChangedPages pages, DocumentFields fields) {
        this.pages = pages;
        this.fields = fields;
    }

    /**
     * Counts. To be called once.
     *
     * @param changed all pages that changed, those that are gone too
     * @param live those that are there, with fingerprints
     */
    void count(Collection<DocumentName> changed, Collection<DocumentName> live, ActionListener<Void> listener) {
        List<DocumentName> others =
                changed.stream().filter(page -> live.contains(page) == false).toList();
        SubscribableListener.<Void>newForked(l -> Batches.forEach(
                        others,
                        IDS,
                        1,
                        (batch, done) -> pages.countUnprocessed(batch, done.map(found -> {
                            unprocessed.addAndGet(found);
                            return null;
                        })),
                        l))
                .<Void>andThen(l -> Batches.forEach(
                        live,
                        AT_ONCE,
                        1,
                        (batch, done) -> pages.whole(batch, done.map(hits -> {
                            hits.forEach(this::check);
                            return null;
                        })),
                        l))
                .addListener(listener);
    }

    private void check(SearchHit hit) {
        if (hit.hasSource() && new SourceState(hit.getSourceAsMap(), fields).inputChanged()) {
            stale.incrementAndGet();
        }
    }

    long unprocessed() {
        return unprocessed.get();
    }

    long stale() {
        return stale.get();
    }
}
