package org.ndd.eval.baseline;

import java.util.Arrays;

/**
 * A hash table with open addressing of leaders by their bands. Each band has a chain of entries in insertion order. Not thread-safe.
 * Reading and adding take constant time; at most 40 bytes per entry.
 */
final class BandTable {

    private static final int FIRST_SLOTS = 1 << 12;
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    /** Keys of bands. A slot is free if its entry in {@link #heads} is empty. */
    private long[] keys = new long[FIRST_SLOTS];

    private int[] heads = free(FIRST_SLOTS);
    private int[] tails = new int[FIRST_SLOTS];
    private int used;

    private int[] leaders = new int[FIRST_SLOTS];
    private int[] following = new int[FIRST_SLOTS];
    private int entries;

    private static int[] free(int slots) {
        int[] heads = new int[slots];
        Arrays.fill(heads, -1);
        return heads;
    }

    /** Returns the first entry of a band, or a negative number. */
    int first(int[] values, int from, int band) {
        return heads[slot(key(values, from, band))];
    }

    /** Returns the next entry of the same band, or a negative number. */
    int next(int entry) {
        return following[entry];
    }

    int leader(int entry) {
        return leaders[entry];
    }

    /** Appends a leader to a band. */
    void add(int[] values, int from, int band, int leader) {
        if (used * 2 >= keys.length) {
            grow();
        }
        if (entries == leaders.length) {
            leaders = Arrays.copyOf(leaders, 2 * entries);
            following = Arrays.copyOf(following, 2 * entries);
        }
        long key = key(values, from, band);
        int slot = slot(key);
        leaders[entries] = leader;
        following[entries] = -1;
        if (heads[slot] < 0) {
            keys[slot] = key;
            heads[slot] = entries;
            used++;
        } else {
            following[tails[slot]] = entries;
        }
        tails[slot] = entries++;
    }

    private static long key(int[] values, int from, int band) {
        long first = (long) values[from] << 32 | values[from + 1] & 0xFFFFFFFFL;
        long second = (long) values[from + 2] << 32 | values[from + 3] & 0xFFFFFFFFL;
        long key = (first + band) * FACTOR;
        key = ((key ^ key >>> 32) + second) * FACTOR;
        return key ^ key >>> 32;
    }

    /** Returns the slot of a key, or the free slot for it. */
    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = (int) key & mask;
        while (heads[slot] >= 0 && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldHeads = heads;
        int[] oldTails = tails;
        keys = new long[2 * oldKeys.length];
        heads = free(keys.length);
        tails = new int[keys.length];
        for (int old = 0; old < oldKeys.length; old++) {
            if (oldHeads[old] >= 0) {
                int slot = slot(oldKeys[old]);
                keys[slot] = oldKeys[old];
                heads[slot] = oldHeads[old];
                tails[slot] = oldTails[old];
            }
        }
    }
}
