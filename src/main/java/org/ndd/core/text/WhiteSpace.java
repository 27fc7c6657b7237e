package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;

/** White space by the pinned Unicode version, and what of it ends a line. */
final class WhiteSpace {

    private WhiteSpace() {}

    static boolean is(int c) {
        return c <= ' '
                ? c == ' ' || c >= '\t' && c <= '\r'
                : c >= 0x85 && UCharacter.hasBinaryProperty(c, UProperty.WHITE_SPACE);
    }

    static boolean isLineBreak(int c) {
        return c >= '\n' && c <= '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
    }
}
