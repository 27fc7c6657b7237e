package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacter.DecompositionType;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.Normalizer2;

/**
 * Characters that are not digits, and that {@linkplain CanonicalText canonical text} spells with digits: superscripts, subscripts,
 * fractions, numbers in circles. Next to a digit, their digits would belong to another number: 10² would be 102, 1½ would be 11⁄2. So
 * they are separated from it, a superscript from the digit before it by {@code ^}, all others by a blank. In m² and H₂O nothing is
 * separated.
 */
final class FoldedNumbers {

    static final int NONE = 0;

    private static final Normalizer2 FOLDING = Normalizer2.getNFKCCasefoldInstance();

    /** Characters of which the first or the last digit could join another number. */
    static final CodePoints ALL = new CodePoints(FoldedNumbers::isNumber);

    private FoldedNumbers() {}

    private static boolean isNumber(int c) {
        return switch (kind(c)) {
            case DecompositionType.SUPER,
                    DecompositionType.SUB,
                    DecompositionType.CIRCLE,
                    DecompositionType.FRACTION,
                    DecompositionType.SQUARE,
                    DecompositionType.COMPAT -> {
                String folded = form(c);
                yield folded.isEmpty() == false && (begins(folded) || ends(folded));
            }
            default -> false;
        };
    }

    /** Returns the folded form of a character. */
    static String form(int c) {
        return FOLDING.normalize(Character.toString(c));
    }

    /** Returns a number for the kind of a character, such as superscript. */
    static int kind(int c) {
        return UCharacter.getIntPropertyValue(c, UProperty.DECOMPOSITION_TYPE);
    }

    /** Returns the separator of a digit and a form that {@linkplain #begins begins} a number. */
    static String separator(int kind) {
        return kind == DecompositionType.SUPER ? "^" : " ";
    }

    /** Returns whether several characters of this kind in a row are one number. */
    static boolean isPositional(int kind) {
        return kind == DecompositionType.SUPER || kind == DecompositionType.SUB;
    }

    static boolean begins(String folded) {
        return CodePoints.DIGITS.has(folded.charAt(0)) || folded.equals("+") || folded.equals("\u2212");
    }

    /** Returns whether a digit after the form would continue its number, as after {@code 1.} */
    static boolean ends(String folded) {
        int last = folded.length() - 1;
        char c = folded.charAt(last);
        return CodePoints.DIGITS.has(c) || (c == '.' || c == ',') && CodePoints.DIGITS.has(folded.charAt(0));
    }
}
