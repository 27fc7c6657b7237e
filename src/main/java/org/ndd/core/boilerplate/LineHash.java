package org.ndd.core.boilerplate;

import org.ndd.core.text.Tokens;

/**
 * Computes the 64-bit hash that represents a line in boilerplate. Stored with boilerplate, so it must never change: another hash needs
 * another format of boilerplate.
 */
public final class LineHash {

    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    /** Initial hash of a form. That of a line is its length, so the two differ. */
    private static final long FORM = -1;

    private LineHash() {}

    /** Returns the hash of a line of canonical text, without its line break. O(n). */
    public static long of(CharSequence line) {
        return of(line, 0, line.length());
    }

    static long of(CharSequence text, int start, int end) {
        long hash = first(end - start);
        for (int i = start; i < end; i++) {
            hash = next(hash, text.charAt(i));
        }
        return hash;
    }

    /**
     * Returns the hash of the form of a line with a date: the line with the same number in place of each of its numbers. A line has a date
     * if it has a year from 1900 to 2099 and a number from 1 to 31. Other numbers, such as prices, can be the subject of a document. O(n).
     *
     * @param start start of the line
     * @param end end of the line, exclusive
     * @return 0 if the line has no date
     */
    public static long ofForm(String text, int start, int end) {
        long hash = FORM;
        boolean hasYear = false;
        boolean hasDay = false;
        boolean inNumber = false;
        for (int i = start; i < end; i++) {
            char unit = text.charAt(i);
            if (Tokens.isDigit(unit)) {
                hash = inNumber ? hash : next(hash, '0');
                inNumber = true;
                int first = i;
                int value = Character.digit(unit, 10);
                for (; i + 1 < end && Tokens.isDigit(text.charAt(i + 1)); i++) {
                    value = Math.min(10_000, 10 * value + Character.digit(text.charAt(i + 1), 10));
                }
                int digits = i + 1 - first;
                hasYear |= digits == 4 && value >= 1900 && value < 2100;
                hasDay |= digits <= 2 && value >= 1 && value <= 31;
            } else if (inNumber == false || i + 1 == end || Tokens.isInNumber(unit, text.charAt(i + 1)) == false) {
                hash = next(hash, unit);
                inNumber = false;
            }
        }
        return hasYear && hasDay ? hash : 0;
    }

    /**
     * Returns the initial hash of a line, before its first code unit.
     *
     * @param length length of the line, in code units
     */
    static long first(int length) {
        return length;
    }

    /** Returns the hash after one more code unit. */
    static long next(long hash, char unit) {
        return mix(hash ^ unit * MULTIPLIER);
    }

    /** Applies the finalizer of splitmix64: every bit depends on every other. */
    static long mix(long value) {
        long z = value + MULTIPLIER;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
