package org.ndd.partition.shard;

import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.BitArray;
import org.elasticsearch.core.Releasable;

/**
 * Stores the fingerprints of a shard that more than one document of the run has. Most fingerprints belong to only one document and give no
 * candidates, but only a merge over all shards shows that. The merge is done for the first rank window. The other windows omit the
 * fingerprints that it found in only one document.
 *
 * <p>Stores one bit per hash of a term. So a fingerprint of one document may count as shared, which costs time and changes no result. Needs
 * 4 to 8 bits per posting of the shard on the request circuit breaker, at most 512 MB.
 */
final class SharedTermsBloomFilter implements Releasable {

    private static final int BITS_PER_POSTING = 4;
    private static final int MIN_BITS = 1024;
    private static final int HASH_BITS = 32;
    private static final int SEED = 0x736861;

    private final int bits;
    private final BitArray shared;

    SharedTermsBloomFilter(long postings, BigArrays bigArrays) {
        long atLeast = Math.max(MIN_BITS, BITS_PER_POSTING * postings);
        bits = Math.min(HASH_BITS, Long.SIZE - Long.numberOfLeadingZeros(atLeast - 1));
        shared = new BitArray(1L << bits, bigArrays);
    }

    private long bitIndex(BytesRef term) {
        return Integer.toUnsignedLong(StringHelper.murmurhash3_x86_32(term, SEED)) >>> HASH_BITS - bits;
    }

    void add(BytesRef term) {
        shared.set(bitIndex(term));
    }

    /** Whether more than one document may have a term; always true if more than one has. */
    boolean mightContain(BytesRef term) {
        return shared.get(bitIndex(term));
    }

    @Override
    public void close() {
        shared.close();
    }
}
