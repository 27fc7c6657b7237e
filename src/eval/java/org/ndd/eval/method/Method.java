package org.ndd.eval.method;

import java.util.List;

/** A system that finds near-duplicates, with its parameters. Deterministic. */
public interface Method {

    /** Returns the short name for options and reports. */
    String name();

    /**
     * Computes the data that does not depend on the order of documents: signatures, vectors, statistics.
     *
     * @param pages documents with distinct ids
     */
    Prepared prepare(List<Page> pages);

    /** Prepared documents, which can be grouped in any order. */
    interface Prepared {

        /**
         * Groups the documents.
         *
         * @param salt hashed before the ids of documents, for another order in which they are decided; empty for the usual order
         */
        Grouping group(String salt);

        /** Returns the index size in bytes to find candidates and to decide, without texts. */
        long bytes();
    }
}
