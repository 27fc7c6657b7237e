package org.ndd.partition.shard;

import org.ndd.core.compare.PreparedPage;

/**
 * Holds the document that the last comparisons of a thread had in common, as a {@linkplain PreparedPage#asPivot pivot}. The next
 * comparisons are likely to be with it too. Not thread-safe; holds one document at a time.
 */
final class PivotPage {

    private long ref = DocRef.NONE;
    private PreparedPage page;

    /** Creates one for each thread that works on a series. */
    static PivotPage[] perThread(WorkStealingExecutor workers) {
        PivotPage[] pivots = new PivotPage[workers.threads()];
        for (int thread = 0; thread < pivots.length; thread++) {
            pivots[thread] = new PivotPage();
        }
        return pivots;
    }

    boolean isPage(long document) {
        return ref == document;
    }

    PreparedPage page() {
        return page;
    }

    /** Keeps the text of a document for about this number of comparisons, and drops the previous one. */
    void keep(long document, PreparedPage of, long comparisons) {
        ref = document;
        page = of.asPivot(comparisons);
    }
}
