package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import java.util.function.IntPredicate;

/**
 * The code points that have a property. Those of the first plane are looked up, one bit each, 8 KB in all, since testing their properties
 * would otherwise take most of the time of reading a text; the property of others, which are rare, is tested on each use. Immutable.
 */
final class CodePoints {

    private static final int FIRST_PLANE = 0x10000;

    /** Digits of any script. */
    static final CodePoints DIGITS = new CodePoints(UCharacter::isDigit);

    private final IntPredicate property;
    private final long[] bits = new long[FIRST_PLANE >> 6];

    /** @param property always returns the same value for a code point; the constructor tests each code point of the first plane */
    CodePoints(IntPredicate property) {
        this.property = property;
        for (int c = 0; c < FIRST_PLANE; c++) {
            bits[c >> 6] |= property.test(c) ? 1L << c : 0;
        }
    }

    /** Whether a code point has the property. O(1) for those of the first plane. */
    boolean has(int c) {
        return c < FIRST_PLANE ? (bits[c >> 6] >>> c & 1) != 0 : property.test(c);
    }

    /** 1 for a code point of the first plane that has the property, else 0. O(1). */
    int bit(char c) {
        return (int) (bits[c >> 6] >>> c) & 1;
    }
}
