package org.ndd.eval.method;

import java.util.List;

/** A system that finds near-duplicates, with its parameters. Deterministic. */
public interface Method {

    /** Short name, to ask for it and to show. */
    String name();

    /**
     * Makes of the pages what does not depend on their order: signatures, vectors, statistics.
     *
     * @param pages of different ids
     */
    Prepared prepare(List<Page> pages);

    /** Pages that can be grouped, in one order or another. */
    interface Prepared {

        /**
         * Groups the pages.
         *
         * @param salt gives the order in which they are decided: that of {@link org.ndd.core.group.Rank} with it
         */
        Grouping group(String salt);

        /** Bytes that an index keeps, of all pages, to find candidates and to decide; texts that decide are not in it. */
        long bytes();
    }
}
