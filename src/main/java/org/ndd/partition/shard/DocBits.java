package org.ndd.partition.shard;

import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;

/** Iterates over sets of documents. */
final class DocBits {

    private DocBits() {}

    /**
     * Returns the first document of a set from {@code doc} on, which may be after its end; {@link DocIdSetIterator#NO_MORE_DOCS} if there
     * is none.
     */
    static int next(FixedBitSet bits, int doc) {
        return doc < bits.length() ? bits.nextSetBit(doc) : DocIdSetIterator.NO_MORE_DOCS;
    }
}
