package org.ndd.core.group;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Adds up scores of documents and returns the best, by (sum descending, rank ascending). Finds the best predecessors of a document from the
 * fingerprints it shares with each, and its candidate leaders from its predecessors. Reused for all documents. O(1) per addition; usually
 * O(size + n²), at worst O(n·size), to return the n best. Not thread-safe.
 */
public final class Scoreboard {

    private static final int FIRST_CAPACITY = 64;
    private static final long FREE = -1;

    /** Number of parts: documents of a reference, and the others. */
    public static final int PARTS = 2;

    /** Number of fields of a slot, adjacent in memory so that they are read together: document, score, upper and lower half of the rank. */
    private static final int FIELDS = 4;

    private static final int SCORE = 1;
    private static final int HIGH = 2;
    private static final int LOW = 3;

    private long[] entries = new long[FIELDS * FIRST_CAPACITY];
    /** Positions of the entries of documents, in the order in which they were added. */
    private int[] slots = new int[FIRST_CAPACITY];

    private int size;
    private boolean references;

    public Scoreboard() {
        Arrays.fill(entries, FREE);
    }

    public void reset() {
        for (int i = 0; i < size; i++) {
            entries[slots[i]] = FREE;
        }
        size = 0;
        references = false;
    }

    public int size() {
        return size;
    }

    /**
     * Adds to the score of a document.
     *
     * @param ref identifies the document; 0 or more
     * @param rankHigh upper half of its rank
     * @param rankLow lower half of its rank
     * @param score addend; more than 0
     */
    public void add(long ref, long rankHigh, long rankLow, long score) {
        int slot = slot(ref);
        if (entries[slot] == FREE) {
            if (2 * (size + 1) > slots.length) {
                grow();
                slot = slot(ref);
            }
            entries[slot] = ref;
            entries[slot + SCORE] = 0;
            entries[slot + HIGH] = rankHigh;
            entries[slot + LOW] = rankLow;
            slots[size++] = slot;
            references |= Rank.isOfReference(rankHigh);
        }
        entries[slot + SCORE] += score;
    }

    /**
     * Adds to the score of a document that has an entry.
     *
     * @param score addend; more than 0
     */
    public boolean addKnown(long ref, long score) {
        int slot = slot(ref);
        if (entries[slot] == FREE) {
            return false;
        }
        entries[slot + SCORE] += score;
        return true;
    }

    /**
     * Returns the best documents.
     *
     * @param n maximum number of documents
     * @param bestRefs receives the documents, best first
     * @param bestScores receives their scores
     * @return number of documents
     */
    public int best(int n, long[] bestRefs, long[] bestScores) {
        return best(n, slot -> true, 0, bestRefs, bestScores);
    }

    /**
     * Returns the best documents of a reference, and then the best of the others: neither take places of the other.
     *
     * @param n maximum number of documents of each of these {@value #PARTS} parts
     * @param bestRefs receives the documents
     * @param bestScores receives their scores
     * @return number of documents
     */
    public int bestOfEachPart(int n, long[] bestRefs, long[] bestScores) {
        if (references == false) {
            return best(n, bestRefs, bestScores);
        }
        int kept = best(n, this::isOfReference, 0, bestRefs, bestScores);
        return best(n, slot -> isOfReference(slot) == false, kept, bestRefs, bestScores);
    }

    private boolean isOfReference(int slot) {
        return Rank.isOfReference(entries[slot + HIGH]);
    }

    /** Appends the best of a subset of documents after the first {@code start}, and returns the number of all. */
    private int best(int n, IntPredicate some, int start, long[] bestRefs, long[] bestScores) {
        int count = Math.min(n, size);
        int[] best = new int[count];
        int kept = 0;
        for (int i = 0; i < size; i++) {
            int slot = slots[i];
            if (some.test(slot) == false) {
                continue;
            }
            if (kept < count || count > 0 && isBetter(slot, best[count - 1])) {
                // later entries move by one place; the last one is dropped if all places are taken
                int at = kept < count ? kept++ : count - 1;
                while (at > 0 && isBetter(slot, best[at - 1])) {
                    best[at] = best[at - 1];
                    at--;
                }
                best[at] = slot;
            }
        }
        for (int i = 0; i < kept; i++) {
            bestRefs[start + i] = entries[best[i]];
            bestScores[start + i] = entries[best[i] + SCORE];
        }
        return start + kept;
    }

    private boolean isBetter(int a, int b) {
        long scoreA = entries[a + SCORE];
        long scoreB = entries[b + SCORE];
        if (scoreA != scoreB) {
            return scoreA > scoreB;
        }
        int byHigh = Long.compareUnsigned(entries[a + HIGH], entries[b + HIGH]);
        int byLow = byHigh != 0 ? byHigh : Long.compareUnsigned(entries[a + LOW], entries[b + LOW]);
        return byLow != 0 ? byLow < 0 : entries[a] < entries[b];
    }

    /** Returns the position of the entry of a document, or of a free entry for it. */
    private int slot(long ref) {
        long hash = ref * 0x9E3779B97F4A7C15L;
        int mask = entries.length - FIELDS;
        int slot = (int) (hash >>> 32) * FIELDS & mask;
        while (entries[slot] != FREE && entries[slot] != ref) {
            slot = slot + FIELDS & mask;
        }
        return slot;
    }

    private void grow() {
        long[] old = entries;
        entries = new long[2 * old.length];
        Arrays.fill(entries, FREE);
        slots = Arrays.copyOf(slots, 2 * slots.length);
        for (int i = 0; i < size; i++) {
            int from = slots[i];
            slots[i] = slot(old[from]);
            System.arraycopy(old, from, entries, slots[i], FIELDS);
        }
    }
}
