package org.ndd.core.align;

import java.util.Arrays;
import org.ndd.core.text.Tokens;

/**
 * Counts the occurrences of the different words and numbers of a text, in an open-addressing table over the text itself; see
 * {@link Tokens}. Ideographs are not in it. Also finds inflections of a word by their first letters. Takes O(|text|) time, and up to 48
 * bytes per different word.
 */
public final class WordOccurrences {

    /** Minimum number of letters of a word with inflections: for shorter words too many unrelated words would match. */
    private static final int MIN_INFLECTED = 5;

    /** Minimum number of common letters of inflections of a word; words are found by these. */
    static final int MIN_STEM = 4;

    /** Minimum common prefix of inflections, in tenths of the longer word: wert / wertes / Wertes, not Wert / Wertung. */
    private static final int STEM_TENTHS = 7;

    /** Maximum number of words with one prefix that are compared: bounds the cost of adversarial texts. */
    static final int MAX_COMPARED_WORDS = 64;

    private static final int FIELDS = 4;

    /** Initial number of slots of a small table; tables grow. */
    private static final int MIN_SLOTS = 64;

    /** Maximum initial number of slots: longer texts repeat their words. */
    private static final int MAX_SLOTS = 4096;

    /** Number of code units per slot, since half of the slots are free, and words repeat. */
    private static final int UNITS_PER_SLOT = 3;

    private final char[] units;
    /** Number of a word plus one; 0 marks a free slot. */
    private int[] slots;
    /** Number of the last word with a prefix, plus one; 0 marks a free slot. */
    private int[] stems;
    /**
     * For each word: start, length, number of occurrences, number plus one of the previous word that has the same slot in {@link #stems}.
     */
    private int[] words;

    private int count;

    private WordOccurrences(char[] units, int slots) {
        this.units = units;
        this.slots = new int[slots];
        this.stems = new int[slots];
        this.words = new int[FIELDS * slots / 2];
    }

    /** Returns all words and numbers of a text. */
    static WordOccurrences of(char[] units) {
        return of(units, Gaps.all(units.length));
    }

    /**
     * Returns the words and numbers that touch gaps.
     *
     * @param gaps gaps of the text
     */
    public static WordOccurrences of(char[] units, Gaps gaps) {
        int slots = Integer.highestOneBit(gaps.length() / UNITS_PER_SLOT);
        WordOccurrences occurrences = new WordOccurrences(units, Math.max(MIN_SLOTS, Math.min(MAX_SLOTS, slots)));
        gaps.forEachToken(units, (start, end, kind) -> {
            if (kind != Tokens.Kind.IDEOGRAPH) {
                occurrences.add(start, end, kind);
            }
            return true;
        });
        return occurrences;
    }

    /** Returns the number of different words and numbers. */
    public int count() {
        return count;
    }

    /** @param number of a word, from 0 on, in the order of first occurrences */
    public int start(int number) {
        return words[FIELDS * number];
    }

    public int end(int number) {
        return start(number) + length(number);
    }

    public int length(int number) {
        return words[FIELDS * number + 1];
    }

    /** Returns how often a word occurs, without its inflections. */
    public int occurrences(int number) {
        return words[FIELDS * number + 2];
    }

    /** Returns the number of occurrences of a word or number of any text in this text, without its inflections. */
    public int occurrences(char[] text, int start, int end) {
        int slot = slots[slot(text, start, end)];
        return slot == 0 ? 0 : occurrences(slot - 1);
    }

    /** Returns whether an inflection of a word, other than the word itself, occurs in this text. */
    boolean occursInflected(char[] text, int start, int end) {
        if (mayBeInflected(text, start, end) == false) {
            return false;
        }
        int left = MAX_COMPARED_WORDS;
        for (int word = stems[stemSlot(text, start)]; word != 0 && left > 0; word = words[FIELDS * (word - 1) + 3]) {
            int number = word - 1;
            // other words in the list have a prefix with the same hash; which ones depends on the run of the JVM
            if (Arrays.mismatch(text, start, start + MIN_STEM, units, start(number), start(number) + MIN_STEM) >= 0) {
                continue;
            }
            if (isWord(number, text, start, end) == false
                    && areInflections(text, start, end, units, start(number), end(number))) {
                return true;
            }
            left--;
        }
        return false;
    }

    /** Returns whether two different words may be inflections of one word. Words with digits are names and have no inflections. */
    public static boolean areInflections(char[] a, int startA, int endA, char[] b, int startB, int endB) {
        int mismatch = Arrays.mismatch(a, startA, endA, b, startB, endB);
        int common = mismatch < 0 ? endA - startA : mismatch;
        return common >= MIN_STEM
                && 10 * common >= STEM_TENTHS * Math.max(endA - startA, endB - startB)
                && mayBeInflected(a, startA, endA)
                && mayBeInflected(b, startB, endB);
    }

    /** Returns whether a word is long enough to have inflections, and has no digits. */
    static boolean mayBeInflected(char[] text, int start, int end) {
        for (int i = start; i < end; i++) {
            if (Tokens.isDigit(text[i])) {
                return false;
            }
        }
        return end - start >= MIN_INFLECTED;
    }

    private void add(int start, int end, Tokens.Kind kind) {
        int slot = slot(units, start, end);
        int number = slots[slot] - 1;
        if (number < 0) {
            if (2 * (count + 1) > slots.length) {
                grow();
                slot = slot(units, start, end);
            }
            number = count++;
            if (FIELDS * count > words.length) {
                words = Arrays.copyOf(words, 2 * words.length);
            }
            slots[slot] = count;
            words[FIELDS * number] = start;
            words[FIELDS * number + 1] = end - start;
            if (kind == Tokens.Kind.WORD && end - start >= MIN_INFLECTED) {
                link(number);
            } else {
                words[FIELDS * number + 3] = -1;
            }
        }
        words[FIELDS * number + 2]++;
    }

    private void link(int number) {
        int slot = stemSlot(units, start(number));
        words[FIELDS * number + 3] = stems[slot];
        stems[slot] = number + 1;
    }

    /** Returns the slot of a word, or the free slot for it if it is not in the table. */
    private int slot(char[] text, int start, int end) {
        int mask = slots.length - 1;
        int slot = hash(text, start, end) & mask;
        while (slots[slot] != 0 && isWord(slots[slot] - 1, text, start, end) == false) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** Returns the slot of a prefix. Prefixes that share a slot are in one list. */
    private int stemSlot(char[] text, int start) {
        return hash(text, start, start + MIN_STEM) & stems.length - 1;
    }

    private static int hash(char[] text, int start, int end) {
        long hash = 0;
        for (int i = start; i < end; i++) {
            hash = hash * WindowTable.BASE + text[i];
        }
        return (int) WindowTable.mix(hash);
    }

    private boolean isWord(int number, char[] text, int start, int end) {
        return length(number) == end - start && Arrays.equals(units, start(number), end(number), text, start, end);
    }

    private void grow() {
        slots = new int[2 * slots.length];
        stems = new int[2 * stems.length];
        for (int number = 0; number < count; number++) {
            slots[slot(units, start(number), end(number))] = number + 1;
            if (words[FIELDS * number + 3] >= 0) {
                link(number);
            }
        }
    }
}
