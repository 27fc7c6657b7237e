package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts canonical text into sentences: at line breaks and at the stops of many scripts, but not at a full stop or comma
 * between digits. What has no stops for long, as Thai has none, is cut where its content says so: an insertion moves
 * the cuts near it only.
 */
public final class Sentences {

    /** A key that is wider is cut into pieces. */
    private static final int MAX_WIDTH = 100;

    private static final int MIN_PIECE = 40;
    private static final int CUT_CONTEXT = 4;
    private static final int CUT_MASK = 15;
    private static final String ALL_STOPS =
            ".,;:!?\n\u3002\u3001\u061F\u061B\u060C\u06D4\u0964\u0965\u1362\u17D4\u104B";

    private static final int KEY_CATEGORIES = 1 << UCharacterCategory.UPPERCASE_LETTER
            | 1 << UCharacterCategory.LOWERCASE_LETTER
            | 1 << UCharacterCategory.TITLECASE_LETTER
            | 1 << UCharacterCategory.MODIFIER_LETTER
            | 1 << UCharacterCategory.OTHER_LETTER
            | 1 << UCharacterCategory.NON_SPACING_MARK
            | 1 << UCharacterCategory.ENCLOSING_MARK
            | 1 << UCharacterCategory.COMBINING_SPACING_MARK
            | 1 << UCharacterCategory.DECIMAL_DIGIT_NUMBER
            | 1 << UCharacterCategory.LETTER_NUMBER
            | 1 << UCharacterCategory.OTHER_NUMBER;

    private static final CodePoints KEYS = new CodePoints(c -> (1 << UCharacter.getType(c) & KEY_CATEGORIES) != 0);

    private static final CodePoints STOPS = new CodePoints(c -> ALL_STOPS.indexOf(c) >= 0);

    private Sentences() {}

    /**
     * The sentences of a text, in order, without those that have no letters, marks or digits. O(n).
     *
     * @param canonicalText see {@link CanonicalText}
     */
    public static List<Sentence> split(String canonicalText) {
        char[] text = canonicalText.toCharArray();
        List<Sentence> sentences = new ArrayList<>();
        char[] key = new char[Math.min(text.length, MAX_WIDTH)];
        int first = -1;
        int last = 0;
        int keyLength = 0;
        int width = 0;
        int line = 0;
        for (int i = 0; i < text.length; ) {
            int c = codePoint(text, i);
            int next = i + Character.charCount(c);
            if (isKey(c)) {
                first = first < 0 ? i : first;
                last = next;
                width += width(c);
                for (int unit = i; unit < next && width <= MAX_WIDTH; unit++) {
                    key[keyLength++] = text[unit];
                }
            } else if (first >= 0 && isStop(text, i)) {
                add(text, first, last, key, keyLength, width, line, sentences);
                first = -1;
                keyLength = 0;
                width = 0;
            }
            line += c == '\n' ? 1 : 0;
            i = next;
        }
        if (first >= 0) {
            add(text, first, last, key, keyLength, width, line, sentences);
        }
        return sentences;
    }

    private static int codePoint(char[] text, int i) {
        return Character.isSurrogate(text[i]) ? Character.codePointAt(text, i) : text[i];
    }

    /** Whether a code point is part of keys: a letter, a mark or a number. */
    static boolean isKey(int c) {
        return KEYS.has(c);
    }

    private static boolean isStop(char[] text, int i) {
        char c = text[i];
        if (STOPS.has(c) == false) {
            return false;
        }
        boolean mayBeInNumber = c == '.' || c == ',';
        return mayBeInNumber == false
                || i == 0
                || i + 1 == text.length
                || isDigitBefore(text, i) == false
                || CodePoints.DIGITS.has(codePoint(text, i + 1)) == false;
    }

    private static boolean isDigitBefore(char[] text, int i) {
        char unit = text[i - 1];
        return CodePoints.DIGITS.has(Character.isSurrogate(unit) ? Character.codePointBefore(text, i) : unit);
    }

    private static void add(
            char[] text, int start, int end, char[] key, int keyLength, int width, int line, List<Sentence> sentences) {
        if (width > MAX_WIDTH) {
            addPieces(text, start, end, line, sentences);
        } else {
            sentences.add(new Sentence(start, end, new String(key, 0, keyLength), width, line));
        }
    }

    /** See {@link Width}. */
    private static int width(int c) {
        return c < 0x80 ? 1 : 2 * Character.charCount(c);
    }

    /**
     * A piece ends where the hash of its last code points says so, once it has {@link #MIN_PIECE}, and at {@link
     * #MAX_WIDTH} at the latest.
     */
    private static void addPieces(char[] text, int start, int end, int line, List<Sentence> sentences) {
        StringBuilder key = new StringBuilder();
        int[] context = new int[CUT_CONTEXT];
        int seen = 0;
        int width = 0;
        int first = start;
        for (int i = start; i < end; ) {
            int c = codePoint(text, i);
            int next = i + Character.charCount(c);
            if (isKey(c)) {
                if (key.isEmpty()) {
                    first = i;
                }
                key.appendCodePoint(c);
                width += width(c);
                context[seen++ % CUT_CONTEXT] = c;
                if (width >= MIN_PIECE && isCut(context, seen) || width >= MAX_WIDTH - 3) {
                    sentences.add(new Sentence(first, next, key.toString(), width, line));
                    key.setLength(0);
                    width = 0;
                }
            }
            i = next;
        }
        if (width > 0) {
            sentences.add(new Sentence(first, end, key.toString(), width, line));
        }
    }

    private static boolean isCut(int[] context, int seen) {
        int hash = 0;
        for (int i = 0; i < CUT_CONTEXT; i++) {
            hash = (hash + context[(seen + i) % CUT_CONTEXT]) * 0x9E3779B1;
            hash ^= hash >>> 15;
        }
        return (hash & CUT_MASK) == 0;
    }
}
