package org.ndd.core.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes numbers made of hashes as terms of digits and lower-case letters: Lucene's term dictionary stores these in 6 bits each. The order
 * of terms of one length is that of the numbers.
 */
public final class Base36 {

    /** The characters in the order of their values, which is also that of terms. */
    public static final String ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";

    private static final int BASE = ALPHABET.length();

    /** The value of each ASCII character; -1 for those that are not in the alphabet. */
    private static final byte[] VALUES = values();

    private Base36() {}

    private static byte[] values() {
        byte[] values = new byte[128];
        Arrays.fill(values, (byte) -1);
        for (int value = 0; value < BASE; value++) {
            values[ALPHABET.charAt(value)] = (byte) value;
        }
        return values;
    }

    /**
     * Returns how many numbers can be written with a number of characters.
     *
     * @param length number of characters, 0 to 11
     */
    public static long count(int length) {
        long count = 1;
        for (int i = 0; i < length; i++) {
            count *= BASE;
        }
        return count;
    }

    /**
     * Scales a hash to a number from 0 to {@code count - 1}: the first 63 bits, times {@code count}, divided by 2^63. Smaller hashes have
     * no larger numbers.
     *
     * @param hash 64 bits, without sign
     * @param count see {@link #count}
     */
    public static long scaled(long hash, long count) {
        return Math.multiplyHigh(hash >>> 1, count << 1);
    }

    /** Writes a number to an array from {@code start} to {@code end}, with leading zeros. */
    public static void write(long number, byte[] to, int start, int end) {
        long rest = number;
        for (int i = end - 1; i >= start; i--) {
            to[i] = (byte) ALPHABET.charAt((int) (rest % BASE));
            rest /= BASE;
        }
    }

    /** Writes a number with a fixed number of characters and leading zeros. */
    public static String write(long number, int length) {
        byte[] term = new byte[length];
        write(number, term, 0, length);
        return new String(term, StandardCharsets.ISO_8859_1);
    }

    /** Reads the number in an array from {@code start} to {@code end}; returns -1 if it contains another character. */
    public static long read(byte[] ascii, int start, int end) {
        long number = 0;
        for (int i = start; i < end; i++) {
            int value = ascii[i] < 0 ? -1 : VALUES[ascii[i]];
            if (value < 0) {
                return -1;
            }
            number = number * BASE + value;
        }
        return number;
    }
}
