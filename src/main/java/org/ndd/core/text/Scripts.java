package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacter.EastAsianWidth;
import com.ibm.icu.lang.UCharacterEnums.ECharacterCategory;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.lang.UScript;

/** Which characters belong to scripts that put no blanks between words, such as Chinese, Japanese and Thai. */
final class Scripts {

    private static final int PUNCTUATION = 1 << ECharacterCategory.DASH_PUNCTUATION
            | 1 << ECharacterCategory.START_PUNCTUATION
            | 1 << ECharacterCategory.END_PUNCTUATION
            | 1 << ECharacterCategory.CONNECTOR_PUNCTUATION
            | 1 << ECharacterCategory.OTHER_PUNCTUATION
            | 1 << ECharacterCategory.INITIAL_PUNCTUATION
            | 1 << ECharacterCategory.FINAL_PUNCTUATION;

    private static final CodePoints UNSPACED = new CodePoints(Scripts::isOfUnspacedScript);

    private Scripts() {}

    /** Letters of such a script, and the wide punctuation that goes with them. */
    static boolean isUnspaced(int c) {
        return UNSPACED.has(c);
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
