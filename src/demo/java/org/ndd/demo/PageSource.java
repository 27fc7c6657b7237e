package org.ndd.demo;

import java.io.IOException;

/** A stream of documents, which is read once and never completely in memory. */
interface PageSource {

    /** Receives documents. May block to limit concurrent requests. */
    @FunctionalInterface
    interface Sink {
        void accept(Page page) throws IOException;
    }

    /** Returns a description of the documents for the output. */
    String description();

    /** Returns words that the documents are known to contain, or null. */
    String exampleQuery();

    /** Passes all documents to the sink, and reports {@code done} of {@code total} units. */
    void read(Sink sink, Progress progress) throws IOException;

    /** Receives the progress of the source. */
    @FunctionalInterface
    interface Progress {
        void at(long done, long total);
    }
}
