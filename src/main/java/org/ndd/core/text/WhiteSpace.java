package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;

/** Recognizes white space and line breaks, by the pinned Unicode version. */
public final class WhiteSpace {

    private static final CodePoints ALL = new CodePoints(c -> UCharacter.hasBinaryProperty(c, UProperty.WHITE_SPACE));

    private WhiteSpace() {}

    /** Returns whether a code point is white space. O(1). */
    public static boolean is(int c) {
        // most characters need no table
        return c <= ' ' ? c == ' ' || c >= '\t' && c <= '\r' : c >= 0x85 && ALL.has(c);
    }

    static boolean isLineBreak(int c) {
        return c <= '\r' ? c >= '\n' : c >= 0x85 && (c == 0x85 || c == 0x2028 || c == 0x2029);
    }
}
