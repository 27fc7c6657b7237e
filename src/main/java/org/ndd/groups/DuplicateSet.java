package org.ndd.groups;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.join.QueryBitSetProducer;
import org.apache.lucene.util.BitSet;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.IdFieldMapper;
import org.elasticsearch.index.mapper.Uid;

/**
 * Holds the ids of the duplicates of one index, and a bit set per searched segment as long as the segment is used. So the ids are looked up
 * once per segment, in O(ids), and a search reads one bit per document that it examines. Thread-safe.
 */
final class DuplicateSet {

    private final boolean complete;
    private final TermInSetQuery ids;
    private final QueryBitSetProducer segments;

    /**
     * @param ids ids of documents of one index, in any order
     * @param complete whether all searches with the same lists have this set
     */
    DuplicateSet(List<BytesRef> ids, boolean complete) {
        this.complete = complete;
        this.ids = new TermInSetQuery(IdFieldMapper.NAME, ids);
        this.segments = new QueryBitSetProducer(this.ids);
    }

    /**
     * Returns whether all searches with the same lists have this set. Otherwise its results must not be cached: a list has changed since
     * the search started, or its user does not see all group documents.
     */
    boolean isComplete() {
        return complete;
    }

    static BytesRef encode(String id) {
        return Uid.encodeId(id);
    }

    /** Returns the memory of the ids, in bytes. The bit sets take at most an eighth of a byte per document of the node. */
    long ramBytesUsed() {
        return ids.ramBytesUsed();
    }

    /** Returns the duplicates in a segment by their document numbers, including deleted documents; {@code null} if there are none. */
    BitSet bitSet(LeafReaderContext leaf) throws IOException {
        return segments.getBitSet(leaf);
    }
}
