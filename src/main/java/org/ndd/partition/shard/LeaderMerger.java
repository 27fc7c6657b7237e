package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.core.group.Rank;
import org.ndd.partition.shard.Bridges.Bridge;

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

    /** Sends the bridges to the home shards of the lower leaders. */
    void send(ShardClients peers, Runnable ensureNotCancelled) throws IOException {
        for (long start = 0; ; start += CHUNK) {
            ensureNotCancelled.run();
            SortedMap<Integer, List<Bridge>> byShard = chunk(start);
            if (byShard.isEmpty()) {
                break;
            }
            for (Map.Entry<Integer, List<Bridge>> target : byShard.entrySet()) {
                peers.call(target.getKey(), ShardMethod.BRIDGES, target.getValue());
            }
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

    /** Returns the leaders of this shard that will be decided again. */
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

    /** Returns the bridges by which a leader of this shard is decided again. */
    synchronized Bridge bridge(int doc) {
        return chosen.get(doc);
    }

    @Override
    public synchronized void close() {
        pinned.breaker().addWithoutBreaking(-CHOSEN_BYTES * chosen.size());
        chosen.clear();
        Releasables.close(found, received);
    }
}
