package org.ndd.core.compare;

import java.util.Arrays;
import org.ndd.core.text.Words;

/**
 * The different words of a text, how often it says each and where first and last, in an open-addressing table over the text itself. Words
 * are those of {@link Words} of three code units or more; of Han, which is written without spaces, each two neighbours. O(|text|); up to 48
 * bytes a different word.
 */
final class SaidWords {
    private static final int LEAST_LENGTH = 3;
    private static final int HAN_LENGTH = 2;
    private static final int FIELDS = 4;

    private final String text;
    private final char[] units;
    /** Number of a word plus one; 0 marks a free slot. */
    private int[] slots = new int[256];
    /** Of each word: first start, last start, length, times. */
    private int[] words = new int[FIELDS * 128];

    private int count;

    /**
     * @param gaps where words are counted; those that touch one count
     */
    SaidWords(PreparedText text, Gaps gaps) {
        this.text = text.text();
        this.units = text.units();
        gaps.forEachWord(units, units.length, (first, end) -> {
            if (end - first >= LEAST_LENGTH) {
                say(first, end);
            }
        });
        int next = 0;
        for (int gap = 0; gap < gaps.count(); gap++) {
            int end = Math.min(units.length - 1, gaps.end(gap));
            for (next = Math.max(next, gaps.start(gap) - 1); next < end; next++) {
                if (Words.isHan(units[next]) && Words.isHan(units[next + 1])) {
                    say(next, next + HAN_LENGTH);
                }
            }
        }
    }

    /** Number of different words. */
    int count() {
        return count;
    }

    /** A word, by its number from 0. */
    String word(int number) {
        return text.substring(first(number), first(number) + length(number));
    }

    int first(int number) {
        return words[FIELDS * number];
    }

    int last(int number) {
        return words[FIELDS * number + 1];
    }

    int length(int number) {
        return words[FIELDS * number + 2];
    }

    int times(int number) {
        return words[FIELDS * number + 3];
    }

    private void say(int start, int end) {
        int slot = slot(start, end);
        int number = slots[slot] - 1;
        if (number < 0) {
            if (2 * (count + 1) > slots.length) {
                grow();
                slot = slot(start, end);
            }
            number = count++;
            slots[slot] = count;
            words[FIELDS * number] = start;
            words[FIELDS * number + 2] = end - start;
        }
        words[FIELDS * number + 1] = start;
        words[FIELDS * number + 3]++;
    }

    /** The slot of a word, else the free one where it goes. */
    private int slot(int start, int end) {
        long hash = 0;
        for (int i = start; i < end; i++) {
            hash = hash * WindowTable.BASE + units[i];
        }
        int mask = slots.length - 1;
        int slot = (int) WindowTable.mix(hash) & mask;
        while (slots[slot] != 0 && isWord(slots[slot] - 1, start, end) == false) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private boolean isWord(int number, int start, int end) {
        int first = first(number);
        return length(number) == end - start && Arrays.equals(units, first, first + end - start, units, start, end);
    }

    private void grow() {
        slots = new int[2 * slots.length];
        words = Arrays.copyOf(words, 2 * words.length);
        for (int number = 0; number < count; number++) {
            slots[slot(first(number), first(number) + length(number))] = number + 1;
        }
    }
}
