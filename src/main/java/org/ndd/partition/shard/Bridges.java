package org.ndd.partition.shard;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.common.util.BigArrays;
import org.elasticsearch.common.util.IntArray;
import org.elasticsearch.common.util.LongArray;
import org.elasticsearch.common.util.LongLongHash;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;
import org.ndd.core.group.MemberRule;

/**
 * Bridges by the two leaders: some 150 bytes a pair of leaders and 8 a field that keeps documents apart, on the request circuit breaker.
 * What is in here does not depend on the order in which it came. Not safe for use by several threads.
 */
final class Bridges implements Releasable {

    /** Set in the reference of a document that follows the lower leader. */
    private static final long LOWER = 1L << 62;

    /** Numbers of a document: reference and rank. */
    private static final int NUMBERS = 3;

    private final BigArrays bigArrays;
    private LongLongHash pairs;
    private IntArray counts;
    private LongArray ranks;
    private LongArray first;
    private KeyArray apart;

    /** @param width fields that keep documents apart */
    Bridges(int width, BigArrays bigArrays) {
        this.bigArrays = bigArrays;
        boolean success = false;
        try {
            pairs = new LongLongHash(64, bigArrays);
            counts = bigArrays.newIntArray(64, true);
            ranks = bigArrays.newLongArray(64, false);
            first = bigArrays.newLongArray(64, false);
            apart = new KeyArray(width, 64, bigArrays);
            success = true;
        } finally {
            if (success == false) {
                close();
            }
        }
    }

    /** Adds documents that lead from the one leader to the other. */
    void add(Bridge bridge) {
        long added = pairs.add(bridge.lower(), bridge.upper());
        long slot = added < 0 ? -1 - added : added;
        if (added >= 0) {
            counts = bigArrays.grow(counts, slot + 1);
            ranks = bigArrays.grow(ranks, 2 * (slot + 1));
            first = bigArrays.grow(first, place(slot + 1, 0));
            apart.grow(slot + 1);
            counts.set(slot, 0);
            ranks.set(2 * slot, bridge.high());
            ranks.set(2 * slot + 1, bridge.low());
            apart.set(slot, bridge.apart());
        }
        List<Bridge.First> all = first(slot);
        all.addAll(bridge.first());
        all.sort(Bridge.First::compareRank);
        for (int i = 0; i < Math.min(MemberRule.MEMBERS, all.size()); i++) {
            Bridge.First one = all.get(i);
            first.set(place(slot, i), one.followsLower() ? one.ref() | LOWER : one.ref());
            first.set(place(slot, i) + 1, one.high());
            first.set(place(slot, i) + 2, one.low());
        }
        counts.set(slot, counts.get(slot) + bridge.count());
    }

    private static long place(long slot, int i) {
        return (slot * MemberRule.MEMBERS + i) * NUMBERS;
    }

    private List<Bridge.First> first(long slot) {
        List<Bridge.First> all = new ArrayList<>();
        for (int i = 0; i < Math.min(MemberRule.MEMBERS, counts.get(slot)); i++) {
            long place = place(slot, i);
            long ref = first.get(place);
            all.add(new Bridge.First(ref & ~LOWER, first.get(place + 1), first.get(place + 2), (ref & LOWER) != 0));
        }
        return all;
    }

    /** Pairs of leaders. */
    long size() {
        return pairs.size();
    }

    /** The bridge between one of {@link #size} pairs, which are in no order. */
    Bridge get(long pair) {
        return new Bridge(
                pairs.getKey1(pair),
                pairs.getKey2(pair),
                ranks.get(2 * pair),
                ranks.get(2 * pair + 1),
                apart.keys(pair),
                counts.get(pair),
                first(pair));
    }

    @Override
    public void close() {
        Releasables.close(pairs, counts, ranks, first, apart);
    }
}
