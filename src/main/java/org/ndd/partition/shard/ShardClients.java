package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.BiConsumer;
import org.ndd.partition.shard.ShardMethod.StoredPage;
import org.ndd.partition.shard.ShardMethod.TextRequest;

/** Provides access to the shards of a run, on this node or another one. */
public interface ShardClients {

    /** Sends a request to a shard and waits for the response. */
    <Q, A> A call(int ordinal, ShardMethod<Q, A> method, Q request) throws IOException;

    /** Reads texts of ascending documents of one shard in as many requests as needed, cut at a length in code units. */
    default void readAll(long[] refs, int maxChars, BiConsumer<Long, StoredPage> sink) throws IOException {
        for (int start = 0; start < refs.length; ) {
            int[] rest = DocRef.docs(Arrays.copyOfRange(refs, start, refs.length));
            for (StoredPage page : call(DocRef.shard(refs[0]), ShardMethod.PAGES, new TextRequest(rest, maxChars))) {
                sink.accept(refs[start++], page);
            }
        }
    }
}
