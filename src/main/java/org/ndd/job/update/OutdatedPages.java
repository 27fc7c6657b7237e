package org.ndd.job.update;

import java.util.Collection;
import java.util.concurrent.atomic.LongAdder;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.search.SearchHit;
import org.ndd.bulk.Batches;
import org.ndd.config.DocumentFields;
import org.ndd.config.DocumentName;
import org.ndd.config.SourceState;

/**
 * Counts among changed pages those whose input changed without the processor, as by a partial update through the bulk API. Costs a search
 * for {@value #AT_ONCE} pages, whose sources are in memory together.
 */
final class OutdatedPages {

    private static final int AT_ONCE = 20;

    private final ChangedPages pages;
    private final DocumentFields fields;
    private final LongAdder outdated = new LongAdder();

    OutdatedPages(ChangedPages pages, DocumentFields fields) {
        this.pages = pages;
        this.fields = fields;
    }

    /**
     * Counts. To be called once.
     *
     * @param live pages that are there, with fingerprints
     */
    void count(Collection<DocumentName> live, ActionListener<Void> listener) {
        Batches.forEach(
                live,
                AT_ONCE,
                1,
                (batch, done) -> pages.whole(batch, done.map(hits -> {
                    hits.forEach(this::check);
                    return null;
                })),
                listener);
    }

    private void check(SearchHit hit) {
        DocumentField hash = hit.field(fields.path(DocumentFields.SOURCE_HASH));
        // without one, the index itself computes the fields
        boolean written = hash != null && hash.getValues().isEmpty() == false;
        if (written && hit.hasSource() && new SourceState(hit.getSourceAsMap(), fields).inputChanged()) {
            outdated.increment();
        }
    }

    long counted() {
        return outdated.sum();
    }
}
