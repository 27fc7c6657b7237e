package org.ndd.eval.baseline;

import java.util.Arrays;

/**
 * Computes the word shingles of a text in one pass: five {@link Words}, which may contain digits, hashed to 32 bits. Repeated shingles are
 * repeated in the result. Different shingles collide with a probability of 2^-32. Reuses its buffers; not thread-safe. O(length), without
 * allocation once the buffers are large enough.
 */
final class ShingleScanner {

    private static final int WIDTH = 5;

    private static final byte BREAK = 0;
    private static final byte PART = 1;
    private static final byte ALONE = 2;
    private static final byte HALF = 3;
    private static final byte[] KINDS = kinds();

    private static final long FNV_OFFSET = 0xCBF29CE484222325L;
    private static final long FNV_PRIME = 0x100000001B3L;
    private static final long WORD = 0x9E3779B97F4A7C15L;
    private static final long STEP = 0xD6E8FEB86659FD93L;
    private static final long LAST_STEP = STEP * STEP * STEP * STEP * STEP;
    private static final long FOLD = 0xC4CEB9FE1A85EC53L;

    private final long[] last = new long[WIDTH];
    private char[] chars = new char[4096];
    private int[] shingles = new int[4096];
    private int size;
    private int words;
    private long sum;

    private static byte[] kinds() {
        byte[] kinds = new byte[Character.MAX_VALUE + 1];
        for (int c = 0; c < kinds.length; c++) {
            kinds[c] = Character.isSurrogate((char) c) ? HALF : kind(c);
        }
        return kinds;
    }

    private static byte kind(int c) {
        if (Words.isWholeWord(c)) {
            return ALONE;
        }
        return Words.isWordPart(c) ? PART : BREAK;
    }

    /**
     * Reads a text, whose shingles are in {@link #shingles()} until the next call.
     *
     * @return number of shingles: 0 for a text without words, 1 for a text of up to five words
     */
    int scan(String text) {
        int length = text.length();
        if (chars.length <= length) {
            chars = new char[length + (length >> 1)];
            shingles = new int[chars.length];
        }
        text.getChars(0, length, chars, 0);
        size = 0;
        words = 0;
        sum = 0;
        Arrays.fill(last, 0);
        read(length);
        if (words > 0 && words < WIDTH) {
            emit();
        }
        return size;
    }

    private void read(int length) {
        char[] in = chars;
        long hash = FNV_OFFSET;
        boolean inside = false;
        for (int i = 0; i < length; i++) {
            char c = in[i];
            byte kind = KINDS[c];
            if (kind == PART) {
                hash = (hash ^ c) * FNV_PRIME;
                inside = true;
                continue;
            }
            char low = 0;
            if (kind == HALF) {
                boolean pair = Character.isHighSurrogate(c) && i + 1 < length && Character.isLowSurrogate(in[i + 1]);
                low = pair ? in[++i] : 0;
                kind = pair ? kind(Character.toCodePoint(c, low)) : BREAK;
                if (kind == PART) {
                    hash = ((hash ^ c) * FNV_PRIME ^ low) * FNV_PRIME;
                    inside = true;
                    continue;
                }
            }
            if (inside) {
                word(hash);
                hash = FNV_OFFSET;
                inside = false;
            }
            if (kind == ALONE) {
                word(((FNV_OFFSET ^ c) * FNV_PRIME ^ low) * FNV_PRIME);
            }
        }
        if (inside) {
            word(hash);
        }
    }

    /** Adds the next word to the rolling sum, and removes the oldest word. */
    private void word(long hash) {
        long word = hash * WORD;
        word ^= word >>> 32;
        int place = words % WIDTH;
        sum = sum * STEP + word - last[place] * LAST_STEP;
        last[place] = word;
        if (++words >= WIDTH) {
            emit();
        }
    }

    private void emit() {
        long shingle = (sum ^ sum >>> 29) * FOLD;
        shingles[size++] = (int) (shingle >>> 32);
    }

    /** Returns the shingles of the last text, at the start of the array. */
    int[] shingles() {
        return shingles;
    }
}
