package org.ndd.core.text;

/**
 * How wide a text is: 1 a code unit of ASCII, 2 any other. The report's thresholds are bytes of GBK, in which a Chinese
 * character is two: so they mean the same here, in any language.
 */
public final class Width {

    private Width() {}

    /** The width of a text. O(n). */
    public static int of(CharSequence text) {
        int width = 0;
        for (int i = 0; i < text.length(); i++) {
            width += of(text.charAt(i));
        }
        return width;
    }

    /** The width of code units. O(n). */
    public static int of(char[] units) {
        int width = 0;
        for (char unit : units) {
            width += of(unit);
        }
        return width;
    }

    /** The width of a code unit. */
    public static int of(char c) {
        return c < 0x80 ? 1 : 2;
    }
}
