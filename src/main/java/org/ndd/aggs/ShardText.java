package org.ndd.aggs;

import org.apache.lucene.util.BytesRef;

/**
 * Documents of equal text on a shard.
 *
 * @param doc the first of them
 * @param ord ordinal of these documents in the aggregator
 * @param digest of the text
 * @param sketch of the text
 * @param docCount number of documents
 */
record ShardText(int doc, long ord, BytesRef digest, long[] sketch, long docCount) implements Sketched {

    /** Approximate memory of one text without its sketch, in bytes. */
    static final int BYTES = 160;
}
