package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.IntArray;
import org.elasticsearch.common.util.LongLongHash;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.bulk.CloseOnFailure;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.MemberRule;
import org.ndd.core.group.Rank;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.RankedDoc;
import org.ndd.partition.shard.LeaderMerger.Bridges.Bridge;
import org.ndd.partition.shard.ShardMethod.ShardClients;

/**
 * Merges the groups of a shard when all documents are decided (docs/algorithm.md, Groups). Collects the bridges among its documents, and
 * sends each to the home shard of the second of its leaders in rank order. There, leaders with bridges to one above are decided
 * again, in rounds: a leader waits until the leader above is decided. Thread-safe.
 */
final class LeaderMerger implements Releasable {

    private static final int CHUNK = 512;

    /** Bytes of an entry in the map of bridges to decide by. */
    private static final long CHOSEN_BYTES = 400;

    private final PinnedShard pinned;
    private final ShardDecisions decisions;
    private Bridges found;
    private Bridges received;
    private final SortedMap<Integer, Bridge> chosen = new TreeMap<>();

    LeaderMerger(PinnedShard pinned, ShardDecisions decisions) {
        this.pinned = pinned;
        this.decisions = decisions;
        int width = pinned.docs().width();
        try (CloseOnFailure opened = new CloseOnFailure(() -> Releasables.close(found))) {
            found = new Bridges(width, pinned.bigArrays());
            received = new Bridges(width, pinned.bigArrays());
            opened.release();
        }
    }

    /** Adds the pairs of leaders that a decided document connects as a bridge; candidates are in descending order of their scores. */
    synchronized void decided(int doc, long[] candidates) {
        long leader = decisions.leaders().ref(doc);
        boolean afterLeader = false;
        for (long candidate : candidates) {
            if (afterLeader) {
                add(doc, leader, candidate);
            }
            afterLeader |= candidate == leader;
        }
    }

    private void add(int doc, long leader, long candidate) {
        DocRows leaders = decisions.predecessors().leaders();
        long a = decisions.predecessors().entry(doc, leader);
        long b = decisions.predecessors().entry(doc, candidate);
        if (leaders.disagree(a, leaders, b)) {
            return;
        }
        boolean followsLower = leaders.compare(b, leaders, a) < 0;
        long upper = followsLower ? b : a;
        if (Rank.isOfReference(leaders.high(followsLower ? a : b))) {
            // both belong to the reference, and documents of the reference never share a group
            return;
        }
        Bridge.First first = new Bridge.First(pinned.docs().doc(doc), followsLower);
        found.add(new Bridge(
                followsLower ? leader : candidate, leaders.doc(upper), leaders.keys(upper), 1, List.of(first)));
    }

    void send(ShardClients peers, Runnable ensureNotCancelled) throws IOException {
        for (long start = 0; ; start += CHUNK) {
            ensureNotCancelled.run();
            SortedMap<Integer, List<Bridge>> byShard = chunk(start);
            if (byShard.isEmpty()) {
                break;
            }
            peers.callEach(ShardMethod.BRIDGES, byShard);
        }
        clearFound();
    }

    /**
     * Returns the bridges from a position on, by the shard of the lower leader. No request is sent under the lock, because other shards
     * send to this one.
     */
    private synchronized SortedMap<Integer, List<Bridge>> chunk(long start) {
        SortedMap<Integer, List<Bridge>> byShard = new TreeMap<>();
        for (long pair = start; pair < Math.min(found.size(), start + CHUNK); pair++) {
            Bridge bridge = found.get(pair);
            byShard.computeIfAbsent(DocRef.shard(bridge.lower()), target -> new ArrayList<>())
                    .add(bridge);
        }
        return byShard;
    }

    private synchronized void clearFound() {
        Releasables.close(found);
        found = null;
    }

    /** Receives bridges whose lower leader is a document of this shard. */
    synchronized void receive(List<Bridge> bridges) {
        bridges.forEach(received::add);
    }

    /** Selects for each leader the bridge to decide by, and makes the leader above its only predecessor. */
    synchronized Predecessors begin() {
        for (long pair = 0; pair < received.size(); pair++) {
            choose(received.get(pair));
        }
        Releasables.close(received);
        received = null;
        Predecessors uppers = new Predecessors(pinned.maxDoc(), pinned.docs().width(), pinned.bigArrays());
        try (CloseOnFailure opened = new CloseOnFailure(uppers)) {
            chosen.forEach((doc, bridge) ->
                    uppers.add(doc, 1, new long[] {bridge.upper().ref()}, new long[] {bridge.count()}));
            uppers.endListsUpTo(pinned.maxDoc());
            opened.release();
        }
        return uppers;
    }

    synchronized Set<Integer> leaders() {
        return Set.copyOf(chosen.keySet());
    }

    private void choose(Bridge bridge) {
        Bridge before = chosen.get(DocRef.doc(bridge.lower()));
        if (before != null && before.isBefore(bridge)) {
            return;
        }
        if (before == null) {
            pinned.breaker().addEstimateBytesAndMaybeBreak(CHOSEN_BYTES, "ndd merging");
        }
        chosen.put(DocRef.doc(bridge.lower()), bridge);
    }

    synchronized Bridge bridge(int doc) {
        return chosen.get(doc);
    }

    @Override
    public synchronized void close() {
        pinned.breaker().addWithoutBreaking(-CHOSEN_BYTES * chosen.size());
        chosen.clear();
        Releasables.close(found, received);
    }

    /**
     * Stores bridges by the two leaders: about 150 bytes per pair of leaders and 8 per field of {@code must_agree}, on the request circuit
     * breaker. The content does not depend on the order in which it was added. Not thread-safe.
     */
    public static final class Bridges implements Releasable {

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
             * Whether this bridge has precedence: it has more documents than the other, or equally many and an upper leader above the
             * other's.
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
}
