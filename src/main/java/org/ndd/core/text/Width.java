package org.ndd.core.text;

/**
 * Computes the width of a text: 1 per ASCII code unit, 2 per other code unit. The thresholds of the PKU report are bytes of GBK, in which a
 * Chinese character takes two, so they have the same meaning here, in any language.
 */
public final class Width {

    private Width() {}

    /** Returns the width of a text. O(n). */
    public static int of(CharSequence text) {
        int width = 0;
        for (int i = 0; i < text.length(); i++) {
            width += of(text.charAt(i));
        }
        return width;
    }

    /** Returns the width of code units. O(n). */
    public static int of(char[] units) {
        int width = 0;
        for (char unit : units) {
            width += of(unit);
        }
        return width;
    }

    /** Returns the width of a code unit. */
    public static int of(char c) {
        return c < 0x80 ? 1 : 2;
    }
}
