package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.IntArray;
import org.elasticsearch.common.util.LongLongHash;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.MemberRule;

/**
 * Stores bridges by the two leaders: about 150 bytes per pair of leaders and 8 per field of {@code must_agree}, on the request circuit
 * breaker. The content does not depend on the order in which it was added. Not thread-safe.
 */
public final class Bridges implements Releasable {

    /** Bit of the reference of a document that follows the lower leader. */
    private static final long LOWER = 1L << 62;

    private final BigArrays bigArrays;
    private LongLongHash pairs;
    private IntArray counts;
    private DocArray uppers;
    private DocArray first;

    Bridges(int width, BigArrays bigArrays) {
        this.bigArrays = bigArrays;
        try (CloseOnFailure opened = new CloseOnFailure(this)) {
            pairs = new LongLongHash(64, bigArrays);
            counts = bigArrays.newIntArray(64, true);
            uppers = new DocArray(width, 64, bigArrays);
            first = new DocArray(0, 64, bigArrays);
            opened.release();
        }
    }

    void add(Bridge bridge) {
        long added = pairs.add(bridge.lower(), bridge.upper().ref());
        long slot = added < 0 ? -1 - added : added;
        if (added >= 0) {
            counts = bigArrays.grow(counts, slot + 1);
            counts.set(slot, 0);
            uppers.grow(slot + 1);
            uppers.set(slot, bridge.upper(), bridge.mustAgreeKeys());
            first.grow(row(slot + 1, 0));
        }
        List<Bridge.First> all = first(slot);
        all.addAll(bridge.first());
        all.sort(Comparator.comparing(Bridge.First::doc));
        for (int i = 0; i < Math.min(MemberRule.MEMBERS, all.size()); i++) {
            RankedDoc doc = all.get(i).doc();
            long ref = all.get(i).followsLower() ? doc.ref() | LOWER : doc.ref();
            first.set(row(slot, i), new RankedDoc(ref, doc.rank()), MustAgreeKeys.NONE);
        }
        counts.set(slot, counts.get(slot) + bridge.count());
    }

    private static long row(long slot, int i) {
        return slot * MemberRule.MEMBERS + i;
    }

    private List<Bridge.First> first(long slot) {
        List<Bridge.First> all = new ArrayList<>();
        for (int i = 0; i < Math.min(MemberRule.MEMBERS, counts.get(slot)); i++) {
            RankedDoc doc = first.doc(row(slot, i));
            all.add(new Bridge.First(new RankedDoc(doc.ref() & ~LOWER, doc.rank()), (doc.ref() & LOWER) != 0));
        }
        return all;
    }

    long size() {
        return pairs.size();
    }

    /** Returns the bridge of a pair of leaders, from 0 to {@link #size}, exclusive. The pairs have no order. */
    Bridge get(long pair) {
        return new Bridge(pairs.getKey1(pair), uppers.doc(pair), uppers.keys(pair), counts.get(pair), first(pair));
    }

    @Override
    public void close() {
        Releasables.close(pairs, counts, uppers, first);
    }

    /**
     * The bridges between two leaders: documents that follow one leader, and have the other as candidate.
     *
     * @param lower the second of the two leaders in rank order
     * @param upper the first of the two leaders in rank order
     * @param mustAgreeKeys the values of {@code upper} in the fields of {@code must_agree}
     * @param count number of bridges
     * @param first the first bridges in rank order, at most {@link org.ndd.core.group.MemberRule#MEMBERS}
     */
    public record Bridge(long lower, RankedDoc upper, MustAgreeKeys mustAgreeKeys, int count, List<First> first)
            implements Writeable {

        /** One bridge: a document, and whether it follows the lower leader. */
        public record First(RankedDoc doc, boolean followsLower) implements Writeable {

            First(StreamInput in) throws IOException {
                this(new RankedDoc(in), in.readBoolean());
            }

            @Override
            public void writeTo(StreamOutput out) throws IOException {
                doc.writeTo(out);
                out.writeBoolean(followsLower);
            }
        }

        public Bridge(StreamInput in) throws IOException {
            this(
                    in.readLong(),
                    new RankedDoc(in),
                    MustAgreeKeys.of(in.readLongArray()),
                    in.readVInt(),
                    in.readCollectionAsList(First::new));
        }

        public Bridge {
            first = List.copyOf(first);
        }

        /**
         * Whether this bridge has precedence: it has more documents than the other, or equally many and an upper leader above the other's.
         */
        boolean isBefore(Bridge other) {
            return count != other.count ? count > other.count : upper.compareTo(other.upper) < 0;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeLong(lower);
            upper.writeTo(out);
            out.writeLongArray(mustAgreeKeys.toArray());
            out.writeVInt(count);
            out.writeCollection(first);
        }
    }
}
