package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.group.MemberRule;
import org.ndd.partition.shard.StepCounts.Count;

/**
 * A shard's part in merging groups, once all documents are decided (docs/algorithm.md, Groups): it gathers the bridges that its documents
 * are, sends each to the home of the lower leader, and there leaders that enough bridges lead to are decided once more, in rounds as
 * before: a leader waits for the one that it may join. Safe for use by several threads.
 */
final class LeaderMerger implements Releasable {

    private static final int CHUNK = 512;

    /** Of an entry in the map of bridges to decide by. */
    private static final long CHOSEN_BYTES = 400;

    private final ShardRun shard;
    private final BigArrays bigArrays;
    private Bridges found;
    private Bridges received;
    private final SortedMap<Integer, Bridge> chosen = new TreeMap<>();

    /** @param width fields that keep documents apart */
    LeaderMerger(ShardRun shard, int width, BigArrays bigArrays) {
        this.shard = shard;
        this.bigArrays = bigArrays;
        boolean success = false;
        try {
            found = new Bridges(width, bigArrays);
            received = new Bridges(width, bigArrays);
            success = true;
        } finally {
            if (success == false) {
                Releasables.close(found);
            }
        }
    }

    /**
     * Notes what a decided document of this shard leads from and to.
     *
     * @param candidates leaders that it was to be compared with, best first
     */
    synchronized void decided(int doc, long[] candidates) {
        long leader = shard.leaders().ref(doc);
        boolean behind = false;
        for (long candidate : candidates) {
            if (behind) {
                add(doc, leader, candidate);
            }
            behind |= candidate == leader;
        }
    }

    private void add(int doc, long leader, long candidate) {
        Predecessors of = shard.predecessors();
        long a = of.entry(doc, leader);
        long b = of.entry(doc, candidate);
        if (of.keys().isApart(a, of.keys(), b)) {
            return;
        }
        boolean followsLower = RankedOrder.compare(of.high(b), of.low(b), candidate, of.high(a), of.low(a), leader) < 0;
        long upper = followsLower ? b : a;
        Bridge.First first = new Bridge.First(
                DocRef.of(shard.ordinal(), doc),
                shard.ranks().high(doc),
                shard.ranks().low(doc),
                followsLower);
        found.add(new Bridge(
                followsLower ? leader : candidate,
                of.ref(upper),
                of.high(upper),
                of.low(upper),
                of.keys().keys(upper),
                1,
                List.of(first)));
    }

    /** Tells the homes of lower leaders of the bridges that lead to these. */
    void send(Peers peers, Runnable ensureNotCancelled) throws IOException {
        for (long start = 0; ; start += CHUNK) {
            ensureNotCancelled.run();
            SortedMap<Integer, List<Bridge>> byShard = chunk(start);
            if (byShard.isEmpty()) {
                break;
            }
            for (Map.Entry<Integer, List<Bridge>> home : byShard.entrySet()) {
                peers.shard(home.getKey()).addBridges(home.getValue());
            }
        }
        forgetFound();
    }

    /** The bridges found, from one on, by the shard of the lower leader. Nothing is sent under the lock: others send to here. */
    private synchronized SortedMap<Integer, List<Bridge>> chunk(long start) {
        SortedMap<Integer, List<Bridge>> byShard = new TreeMap<>();
        for (long pair = start; pair < Math.min(found.size(), start + CHUNK); pair++) {
            Bridge bridge = found.get(pair);
            byShard.computeIfAbsent(DocRef.shard(bridge.lower()), home -> new ArrayList<>())
                    .add(bridge);
        }
        return byShard;
    }

    private synchronized void forgetFound() {
        Releasables.close(found);
        found = null;
    }

    /** Takes bridges that lead to documents of this shard. */
    synchronized void receive(List<Bridge> bridges) {
        bridges.forEach(received::add);
    }

    /** Picks for each leader the bridge to decide by, and makes the leader above its only predecessor. */
    synchronized Predecessors begin() {
        for (long pair = 0; pair < received.size(); pair++) {
            choose(received.get(pair));
        }
        Releasables.close(received);
        received = null;
        Predecessors uppers = new Predecessors(shard.maxDoc(), shard.keys().width(), bigArrays);
        boolean success = false;
        try {
            chosen.forEach(
                    (doc, bridge) -> uppers.add(doc, 1, new long[] {bridge.upper()}, new long[] {bridge.count()}));
            uppers.close(shard.maxDoc());
            success = true;
        } finally {
            if (success == false) {
                uppers.close();
            }
        }
        return uppers;
    }

    /** Leaders of this shard that are to be decided once more. */
    synchronized Set<Integer> leaders() {
        return Set.copyOf(chosen.keySet());
    }

    private void choose(Bridge bridge) {
        Bridge before = chosen.get(DocRef.doc(bridge.lower()));
        if (bridge.count() < MemberRule.BRIDGES || before != null && before.isBefore(bridge)) {
            return;
        }
        if (before == null) {
            shard.breaker().addEstimateBytesAndMaybeBreak(CHOSEN_BYTES, "ndd merging");
        }
        chosen.put(DocRef.doc(bridge.lower()), bridge);
    }

    /** Whether a leader joins the group of the one above that is its predecessor now. */
    boolean joins(
            int doc, PageTexts texts, PairComparator comparator, MemberRule rule, StepCounts counts, Runnable check)
            throws IOException {
        Predecessors uppers = shard.predecessors();
        long entry = uppers.start(doc);
        if (shard.keys().isApart(doc, uppers.keys(), entry)) {
            return false;
        }
        long upper = uppers.ref(entry);
        PreparedPage page = texts.of(DocRef.of(shard.ordinal(), doc));
        PreparedPage above = texts.of(upper);
        counts.add(Count.COMPARISONS, 1);
        Comparison comparison = comparator.compare(above, page, check);
        if (comparison.similar()) {
            return true;
        }
        for (Bridge.First bridge : rule.mayJoin(comparison) ? bridge(doc).first() : List.<Bridge.First>of()) {
            Bridge.First other = bridge.followsLower()
                    ? new Bridge.First(upper, uppers.high(entry), uppers.low(entry), false)
                    : new Bridge.First(
                            DocRef.of(shard.ordinal(), doc),
                            shard.ranks().high(doc),
                            shard.ranks().low(doc),
                            false);
            PreparedPage ofBridge = texts.of(bridge.ref());
            PreparedPage ofOther = bridge.followsLower() ? above : page;
            boolean isAbove = bridge.compareRank(other) < 0;
            counts.add(Count.COMPARISONS, 1);
            if (isAbove ? rule.joins(ofBridge, ofOther, check) : rule.joins(ofOther, ofBridge, check)) {
                return true;
            }
        }
        return false;
    }

    private synchronized Bridge bridge(int doc) {
        return chosen.get(doc);
    }

    @Override
    public synchronized void close() {
        shard.breaker().addWithoutBreaking(-CHOSEN_BYTES * chosen.size());
        chosen.clear();
        Releasables.close(found, received);
    }
}
