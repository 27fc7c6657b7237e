package org.ndd.core.compare;

/** Tells texts that say too little to be compared like others (algorithm 3, last paragraph). */
final class TextGate {
    /** Letters, marks and digits narrower than this say nothing by themselves: "page not found". */
    private static final int SHORT_WIDTH = 20;

    private TextGate() {}

    /** Whether there is neither letter nor digit. */
    static boolean isEmpty(String text) {
        return text.codePoints().noneMatch(Character::isLetterOrDigit);
    }

    /** Whether letters, marks and digits are less than 20 wide. Looks no further than it must. */
    static boolean isShort(String text) {
        int width = 0;
        for (int i = 0; i < text.length() && width < SHORT_WIDTH; ) {
            int codePoint = text.codePointAt(i);
            int units = Character.charCount(codePoint);
            if (isKeyPart(codePoint)) {
                width += units == 1 ? WindowCursor.unitWidth((char) codePoint) : 2 * units;
            }
            i += units;
        }
        return width < SHORT_WIDTH;
    }

    private static boolean isKeyPart(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.UPPERCASE_LETTER,
                    Character.LOWERCASE_LETTER,
                    Character.TITLECASE_LETTER,
                    Character.MODIFIER_LETTER,
                    Character.OTHER_LETTER,
                    Character.NON_SPACING_MARK,
                    Character.COMBINING_SPACING_MARK,
                    Character.ENCLOSING_MARK,
                    Character.DECIMAL_DIGIT_NUMBER,
                    Character.LETTER_NUMBER,
                    Character.OTHER_NUMBER -> true;
            default -> false;
        };
    }
}
