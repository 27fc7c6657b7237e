package org.ndd.partition.shard;

import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.BitArray;
import org.elasticsearch.core.Releasable;

/**
 * Which fingerprints of a shard more than one document of the run has. Most are one document's alone and bring no candidates, but that
 * takes a merge over all shards to find out; it is done for the first rank window, and the others leave out what it found to be alone.
 *
 * <p>A bit of a term's hash tells: one that is alone may be taken for shared, which costs time and changes nothing. 4 to 8 bits a posting of
 * the shard on the request circuit breaker, 512 MB at most.
 */
final class SharedTerms implements Releasable {

    private static final int BITS_PER_POSTING = 4;
    private static final int LEAST_BITS = 1024;
    private static final int HASH_BITS = 32;
    private static final int SEED = 0x736861;

    private final int bits;
    private final BitArray shared;

    /** @param postings of the shard */
    SharedTerms(long postings, BigArrays bigArrays) {
        long atLeast = Math.max(LEAST_BITS, BITS_PER_POSTING * postings);
        bits = Math.min(HASH_BITS, Long.SIZE - Long.numberOfLeadingZeros(atLeast - 1));
        shared = new BitArray(1L << bits, bigArrays);
    }

    private long place(BytesRef term) {
        return Integer.toUnsignedLong(StringHelper.murmurhash3_x86_32(term, SEED)) >>> HASH_BITS - bits;
    }

    /** Notes that more than one document has a term. */
    void add(BytesRef term) {
        shared.set(place(term));
    }

    /** Whether more than one document may have a term; always where more than one has. */
    boolean mayHold(BytesRef term) {
        return shared.get(place(term));
    }

    @Override
    public void close() {
        shared.close();
    }
}
