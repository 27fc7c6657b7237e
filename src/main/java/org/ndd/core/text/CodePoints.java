package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacter.EastAsianWidth;
import com.ibm.icu.lang.UCharacterEnums.ECharacterCategory;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.lang.UScript;
import java.util.function.IntPredicate;

/**
 * The set of code points that have a property. Code points of the first plane are stored as one bit each, 8 KB in all. Testing their
 * properties would otherwise take most of the time of reading a text. The property of others, which are rare, is tested on each use.
 * Immutable.
 */
final class CodePoints {

    private static final int FIRST_PLANE = 0x10000;

    /** Digits of any script. */
    static final CodePoints DIGITS = new CodePoints(UCharacter::isDigit);

    private static final int PUNCTUATION = 1 << ECharacterCategory.DASH_PUNCTUATION
            | 1 << ECharacterCategory.START_PUNCTUATION
            | 1 << ECharacterCategory.END_PUNCTUATION
            | 1 << ECharacterCategory.CONNECTOR_PUNCTUATION
            | 1 << ECharacterCategory.OTHER_PUNCTUATION
            | 1 << ECharacterCategory.INITIAL_PUNCTUATION
            | 1 << ECharacterCategory.FINAL_PUNCTUATION;

    /** Letters of scripts without blanks between words, such as Chinese, Japanese and Thai, and the wide punctuation of these scripts. */
    static final CodePoints UNSPACED = new CodePoints(CodePoints::isOfUnspacedScript);

    private final IntPredicate property;
    private final long[] bits = new long[FIRST_PLANE >> 6];

    /** @param property always returns the same value for a code point; the constructor tests each code point of the first plane */
    CodePoints(IntPredicate property) {
        this.property = property;
        for (int c = 0; c < FIRST_PLANE; c++) {
            bits[c >> 6] |= property.test(c) ? 1L << c : 0;
        }
    }

    /** Returns whether a code point has the property. O(1) for code points of the first plane. */
    boolean has(int c) {
        return c < FIRST_PLANE ? (bits[c >> 6] >>> c & 1) != 0 : property.test(c);
    }

    /** Returns 1 for a code point of the first plane that has the property, else 0. O(1). */
    int bit(char c) {
        return (int) (bits[c >> 6] >>> c) & 1;
    }

    private static boolean isOfUnspacedScript(int c) {
        int script = UScript.getScript(c);
        return UScript.breaksBetweenLetters(script)
                || script == UScript.COMMON && isWide(c) && (1 << UCharacter.getType(c) & PUNCTUATION) != 0;
    }

    private static boolean isWide(int c) {
        int width = UCharacter.getIntPropertyValue(c, UProperty.EAST_ASIAN_WIDTH);
        return width == EastAsianWidth.WIDE || width == EastAsianWidth.FULLWIDTH;
    }
}
