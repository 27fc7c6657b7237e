package org.ndd.core.group;

import java.util.Arrays;

/**
 * Adds up scores of documents and names the best: by (sum descending, rank ascending). Gives the best predecessors of a document from the
 * fingerprints it shares with each, and its candidate leaders from its predecessors. Reused for one document after another; O(1) an
 * addition, O(size + n²) mostly, O(n·size) at worst, to name the n best. Not safe for use by several threads.
 */
public final class Scoreboard {

    private static final int FIRST_CAPACITY = 64;
    private static final long FREE = -1;

    private long[] refs = new long[FIRST_CAPACITY];
    private long[] high = new long[FIRST_CAPACITY];
    private long[] low = new long[FIRST_CAPACITY];
    private long[] scores = new long[FIRST_CAPACITY];
    private int[] slots = new int[FIRST_CAPACITY];
    private int size;

    public Scoreboard() {
        Arrays.fill(refs, FREE);
    }

    /** Forgets everything. */
    public void reset() {
        for (int i = 0; i < size; i++) {
            refs[slots[i]] = FREE;
        }
        size = 0;
    }

    /** Number of different documents. */
    public int size() {
        return size;
    }

    /**
     * Adds to the score of a document.
     *
     * @param ref names the document; 0 or more
     * @param rankHigh upper half of its rank
     * @param rankLow lower half of its rank
     * @param score what to add; more than 0
     */
    public void add(long ref, long rankHigh, long rankLow, long score) {
        int slot = slot(ref);
        if (refs[slot] == FREE) {
            if (2 * (size + 1) > refs.length) {
                grow();
                slot = slot(ref);
            }
            refs[slot] = ref;
            high[slot] = rankHigh;
            low[slot] = rankLow;
            scores[slot] = 0;
            slots[size++] = slot;
        }
        scores[slot] += score;
    }

    /**
     * Names the best.
     *
     * @param n how many at most
     * @param bestRefs takes the documents, best first
     * @param bestScores takes their scores
     * @return how many there are
     */
    public int best(int n, long[] bestRefs, long[] bestScores) {
        int count = Math.min(n, size);
        int[] best = new int[count];
        int kept = 0;
        for (int i = 0; i < size; i++) {
            int slot = slots[i];
            if (kept < count || count > 0 && isBetter(slot, best[count - 1])) {
                // what is behind it moves on, and the last one goes where all places are taken
                int at = kept < count ? kept++ : count - 1;
                while (at > 0 && isBetter(slot, best[at - 1])) {
                    best[at] = best[at - 1];
                    at--;
                }
                best[at] = slot;
            }
        }
        for (int i = 0; i < count; i++) {
            bestRefs[i] = refs[best[i]];
            bestScores[i] = scores[best[i]];
        }
        return count;
    }

    private boolean isBetter(int a, int b) {
        if (scores[a] != scores[b]) {
            return scores[a] > scores[b];
        }
        int byHigh = Long.compareUnsigned(high[a], high[b]);
        int byLow = byHigh != 0 ? byHigh : Long.compareUnsigned(low[a], low[b]);
        return byLow != 0 ? byLow < 0 : refs[a] < refs[b];
    }

    private int slot(long ref) {
        long hash = ref * 0x9E3779B97F4A7C15L;
        int mask = refs.length - 1;
        int slot = (int) (hash >>> 32) & mask;
        while (refs[slot] != FREE && refs[slot] != ref) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldRefs = refs;
        long[] oldHigh = high;
        long[] oldLow = low;
        long[] oldScores = scores;
        int[] oldSlots = slots;
        int capacity = refs.length * 2;
        refs = new long[capacity];
        high = new long[capacity];
        low = new long[capacity];
        scores = new long[capacity];
        slots = new int[capacity];
        Arrays.fill(refs, FREE);
        for (int i = 0; i < size; i++) {
            int from = oldSlots[i];
            int to = slot(oldRefs[from]);
            refs[to] = oldRefs[from];
            high[to] = oldHigh[from];
            low[to] = oldLow[from];
            scores[to] = oldScores[from];
            slots[i] = to;
        }
    }
}
