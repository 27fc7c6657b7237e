package org.ndd.partition.shard;

import java.io.IOException;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.ByteArray;
import org.elasticsearch.common.util.IntArray;
import org.elasticsearch.common.util.LongArray;
import org.elasticsearch.common.util.LongLongHash;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;

/**
 * Decisions of an earlier attempt at the run about documents of a shard, by their ranks: 37 bytes and a hash slot per document, on the
 * request circuit breaker. Saves comparisons only: the caller has to check that document and candidates are still the same.
 */
final class ReplayedDecisions implements Releasable {

    private static final Decision.Kind[] KINDS = Decision.Kind.values();

    private final BigArrays bigArrays;
    private LongLongHash ranks;
    private ByteArray kinds;
    private IntArray shards;
    private LongArray high;
    private LongArray low;

    ReplayedDecisions(BigArrays bigArrays) {
        this.bigArrays = bigArrays;
        boolean success = false;
        try {
            ranks = new LongLongHash(64, bigArrays);
            kinds = bigArrays.newByteArray(64, false);
            shards = bigArrays.newIntArray(64, false);
            high = bigArrays.newLongArray(64, false);
            low = bigArrays.newLongArray(64, false);
            success = true;
        } finally {
            if (success == false) {
                close();
            }
        }
    }

    /** Adds the result of {@link DecisionLog#take}. */
    void add(BytesReference log) throws IOException {
        try (StreamInput in = log.streamInput()) {
            while (in.available() > 0) {
                long slot = ranks.add(in.readLong(), in.readLong());
                slot = slot < 0 ? -1 - slot : slot;
                Decision decision = Decision.readFrom(in);
                kinds = bigArrays.grow(kinds, slot + 1);
                shards = bigArrays.grow(shards, slot + 1);
                high = bigArrays.grow(high, slot + 1);
                low = bigArrays.grow(low, slot + 1);
                kinds.set(slot, (byte) decision.kind().ordinal());
                shards.set(slot, decision.shard());
                high.set(slot, decision.high());
                low.set(slot, decision.low());
            }
        }
    }

    /** The decision about the document of a rank, or {@code null}. */
    Decision of(long rankHigh, long rankLow) {
        long slot = ranks.find(rankHigh, rankLow);
        return slot < 0 ? null : new Decision(KINDS[kinds.get(slot)], shards.get(slot), high.get(slot), low.get(slot));
    }

    @Override
    public void close() {
        Releasables.close(ranks, kinds, shards, high, low);
    }
}
