package org.ndd.partition.node;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.ndd.partition.shard.ShardService;
import org.ndd.partition.shard.TermBatch;
import org.ndd.partition.shard.TermLookup;
import org.ndd.partition.shard.TermQuery;

/**
 * Walks over those terms of one shard of the reference that shards of the source have: other terms of the reference are not read, so the
 * cost grows with the source. Nothing is delivered to it, because documents of a reference are not decided.
 */
final class ReferenceCursor extends TermCursor {

    private List<BytesRef> wanted = List.of();

    ReferenceCursor(int ordinal, ShardService shard, TermQuery query, Runnable ensureNotCancelled) {
        super(ordinal, shard, query, ensureNotCancelled, TermBatch.EMPTY);
    }

    /** Looks up terms, which are above those looked up before. */
    void lookUp(List<BytesRef> terms) throws IOException {
        wanted = terms;
        request();
    }

    private void request() throws IOException {
        receive(shard().lookUp(new TermLookup(query(), wanted)));
    }

    /** Whether the shard has one of the terms that were looked up; terms are requested in ascending order. */
    boolean has(BytesRef term) throws IOException {
        skipTo(term);
        while (term() == null && isLast() == false) {
            BytesRef examined = after();
            wanted = wanted.stream().filter(one -> one.compareTo(examined) > 0).toList();
            request();
            skipTo(term);
        }
        return term() != null && term().bytesEquals(term);
    }

    @Override
    void advance() {
        // the next term is that of the source
    }

    @Override
    void deliver(int weight, MergedHead head, int count, boolean whole, boolean common) {
        // its documents all lead
    }

    @Override
    void flush() {
        // there are no deliveries
    }
}
