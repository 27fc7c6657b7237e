package org.ndd.core.fingerprint;

import java.util.BitSet;

/**
 * Selects the smallest distinct values, each with the sentences from which it was made first. O(k) per value at worst, usually O(1), for k
 * places.
 */
final class SmallestValues {

    /** Distinct values, ascending without sign, up to {@link #size}. */
    private final long[] values;

    private final int[] starts;
    private final int[] ends;
    private int size;

    /** @param places maximum number of values */
    SmallestValues(int places) {
        values = new long[places];
        starts = new int[places];
        ends = new int[places];
    }

    /**
     * Adds a value.
     *
     * @param value the hash to compare, unsigned
     * @param start the first sentence of which it is made
     * @param end after the last sentence
     */
    void offer(long value, int start, int end) {
        int at = size;
        while (at > 0 && Long.compareUnsigned(value, values[at - 1]) < 0) {
            at--;
        }
        if (at == values.length || at > 0 && values[at - 1] == value) {
            return;
        }
        size = Math.min(size + 1, values.length);
        for (int i = size - 1; i > at; i--) {
            move(i - 1, i);
        }
        values[at] = value;
        starts[at] = start;
        ends[at] = end;
    }

    private void move(int from, int to) {
        values[to] = values[from];
        starts[to] = starts[from];
        ends[to] = ends[from];
    }

    /** Returns the number of values that are kept. */
    int size() {
        return size;
    }

    /** Returns one of the values; they ascend. */
    long value(int i) {
        return values[i];
    }

    /** Removes the values that the other instance has too. */
    void remove(SmallestValues other) {
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (other.has(values[i]) == false) {
                move(i, kept++);
            }
        }
        size = kept;
    }

    private boolean has(long value) {
        for (int i = 0; i < size; i++) {
            if (values[i] == value) {
                return true;
            }
        }
        return false;
    }

    /**
     * Copies the smallest values.
     *
     * @param count maximum number of values
     * @param sentences only values made only of these sentences; {@code null} for all
     * @param to destination array
     * @param at index of the first copied value
     * @return index after the last copied value
     */
    int copy(int count, BitSet sentences, long[] to, int at) {
        int next = at;
        for (int i = 0; i < count; i++) {
            if (sentences == null || sentences.nextClearBit(starts[i]) >= ends[i]) {
                to[next++] = values[i];
            }
        }
        return next;
    }
}
