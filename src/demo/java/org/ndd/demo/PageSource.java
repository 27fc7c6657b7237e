package org.ndd.demo;

import java.io.IOException;

/** Where pages come from; read once, from the first to the last, never all at a time. */
interface PageSource {

    /** Takes pages one by one; may block while too many are on their way. */
    @FunctionalInterface
    interface Sink {
        void accept(Page page) throws IOException;
    }

    /** What these pages are, for the reader. */
    String description();

    /** Words to search for that these pages are known to have, or null. */
    String searchFor();

    /** Hands over all pages; {@code done} units of {@code total} are reported as it goes. */
    void read(Sink sink, Progress progress) throws IOException;

    /** Told how much of the source is read. */
    @FunctionalInterface
    interface Progress {
        void at(long done, long total);
    }
}
