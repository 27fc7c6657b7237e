package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/** The shards of a run, on any node. */
@FunctionalInterface
public interface ShardClients {

    /** A shard by its ordinal in the plan. */
    ShardService shard(int ordinal);

    /**
     * Reads texts of a shard in as many requests as it takes.
     *
     * @param docs Lucene document numbers, ascending
     * @param maxChars longer texts are cut to this many code units
     * @param sink takes each document with its text
     */
    default void readAll(int ordinal, int[] docs, int maxChars, BiConsumer<Long, StoredPage> sink) throws IOException {
        for (int start = 0; start < docs.length; ) {
            List<StoredPage> pages = shard(ordinal).pages(Arrays.copyOfRange(docs, start, docs.length), maxChars);
            for (StoredPage page : pages) {
                sink.accept(DocRef.of(ordinal, docs[start++]), page);
            }
        }
    }
}
