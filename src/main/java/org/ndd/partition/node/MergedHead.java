package org.ndd.partition.node;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.util.ArrayUtil;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.Releasable;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.partition.shard.DocList;
import org.ndd.partition.shard.DocRows;

/**
 * The first documents, in rank order, of one term over all shards. Reused for all terms. Memory on the circuit breaker, for the maximum
 * number of documents of a term so far.
 */
final class MergedHead implements Releasable {

    private static final int FEWEST = 128;

    private final CircuitBreaker breaker;
    private final DocList docs;
    private int room = FEWEST;
    private long reserved;

    /** @param width number of fields that keep documents apart */
    MergedHead(int width, CircuitBreaker breaker) {
        this.breaker = breaker;
        this.docs = new DocList(width);
        docs.reserve(room);
    }

    void clear() {
        docs.truncate(0);
    }

    /** Reads the first documents of the current term of the cursors, and sorts them by rank. */
    void fill(List<TermCursor> cursors) {
        clear();
        for (TermCursor cursor : cursors) {
            cursor.addTo(this);
        }
        docs.sort();
    }

    int size() {
        return docs.size();
    }

    DocRows docs() {
        return docs;
    }

    void add(DocRows from, long row) {
        if (docs.size() == room) {
            grow();
        }
        docs.add(from, row);
    }

    private void grow() {
        int more = ArrayUtil.oversize(room + 1, Long.BYTES) - room;
        breaker.addEstimateBytesAndMaybeBreak(more * docs.rowBytes(), "ndd terms");
        reserved += more * docs.rowBytes();
        room += more;
        docs.reserve(room);
    }

    /**
     * Keeps the first document of each set of values that keeps documents apart.
     *
     * @param most maximum number of documents kept
     */
    void keepFirstOfEachKey(int most) {
        Set<MustAgreeKeys> seen = new HashSet<>();
        int kept = 0;
        for (int row = 0; row < docs.size() && kept < most; row++) {
            if (seen.add(docs.keys(row))) {
                docs.set(kept++, docs, row);
            }
        }
        docs.truncate(kept);
    }

    @Override
    public void close() {
        breaker.addWithoutBreaking(-reserved);
        reserved = 0;
    }
}
