package org.ndd.partition.shard;

import org.ndd.core.compare.PreparedPage;

/**
 * The page in the middle of the last comparisons of a thread, as a {@linkplain PreparedPage#hubOf hub}: the next ones are likely to be with
 * it too. For one thread, and one page at a time.
 */
final class Hub {

    private long ref = DocRef.NONE;
    private PreparedPage page;

    /** One for each thread that works on a series. */
    static Hub[] each(Workers workers) {
        Hub[] hubs = new Hub[workers.threads()];
        for (int thread = 0; thread < hubs.length; thread++) {
            hubs[thread] = new Hub();
        }
        return hubs;
    }

    boolean isOf(long document) {
        return ref == document;
    }

    /** The page that was kept last. */
    PreparedPage page() {
        return page;
    }

    /**
     * Keeps the page of a document instead of the one before.
     *
     * @param comparisons how many there will be, more or less
     */
    void keep(long document, PreparedPage of, long comparisons) {
        ref = document;
        page = of.hubOf(comparisons);
    }
}
