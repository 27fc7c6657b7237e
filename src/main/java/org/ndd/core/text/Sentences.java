package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Cuts canonical text into sentences: at line breaks and at the stops of many scripts, but not at a full stop or comma between digits. Long
 * passages without stops, as in Thai, are cut at positions that depend on their content: an insertion only moves the cuts near it.
 */
public final class Sentences {

    /** Maximum width of a key; a sentence with a wider one is cut into pieces. */
    private static final int MAX_WIDTH = 100;

    private static final int MIN_PIECE = 40;
    private static final int CUT_MASK = 15;

    /**
     * Minimum total width of the own sentences of a text with quotations. Narrower ones make no passage, so they carry too little
     * information to find the text. Of 1,425 measured messages, 93 are narrower: forwarded messages, and remarks of a few words.
     */
    private static final int MIN_OWN_WIDTH = 40;

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
     * Returns the sentences from which fingerprints are made: the own ones, see {@link Quotation}, so that a message is not found by its
     * quotations. Returns all sentences if the own ones have a total width below {@value #MIN_OWN_WIDTH}, so that a forwarded message is
     * found by its content. O(n).
     *
     * @param canonicalText see {@link CanonicalText}
     * @return sentences in the order of the text
     */
    public static List<Sentence> forFingerprints(String canonicalText) {
        List<Sentence> all = split(canonicalText);
        if (Quotation.isIn(canonicalText) == false) {
            return all;
        }
        BitSet quoted = Quotation.quotedLines(canonicalText);
        List<Sentence> own = all.stream()
                .filter(sentence -> quoted.get(sentence.line()) == false)
                .toList();
        return own.stream().mapToInt(Sentence::keyWidth).sum() < MIN_OWN_WIDTH ? all : own;
    }

    /**
     * Returns the sentences of a text, in order, without those that have no letters, marks or digits. O(n).
     *
     * @param canonicalText see {@link CanonicalText}
     */
    public static List<Sentence> split(String canonicalText) {
        char[] text = canonicalText.toCharArray();
        List<Sentence> sentences = new ArrayList<>();
        char[] key = new char[text.length];
        int keyLength = 0;
        int width = 0;
        int from = 0;
        int line = 0;
        for (int i = 0; i < text.length; i++) {
            char unit = text[i];
            if (Character.isSurrogate(unit)) {
                int c = Character.codePointAt(text, i);
                int next = i + Character.charCount(c);
                if (isKey(c)) {
                    width += width(c);
                    while (i < next) {
                        key[keyLength++] = text[i++];
                    }
                }
                i = next - 1;
                continue;
            }
            // No branch on the alternation of letters and the characters between words: such a branch is not
            // predictable.
            int isKey = KEYS.bit(unit);
            key[keyLength] = unit;
            keyLength += isKey;
            width += isKey * width(unit);
            if (STOPS.bit(unit) != 0) {
                if (keyLength > 0 && isStop(text, i)) {
                    add(text, from, i, key, keyLength, width, line, sentences);
                    from = i + 1;
                    keyLength = 0;
                    width = 0;
                }
                line += unit == '\n' ? 1 : 0;
            }
        }
        if (keyLength > 0) {
            add(text, from, text.length, key, keyLength, width, line, sentences);
        }
        return sentences;
    }

    private static int codePoint(char[] text, int i) {
        return Character.isSurrogate(text[i]) ? Character.codePointAt(text, i) : text[i];
    }

    private static int codePointBefore(char[] text, int i) {
        return Character.isSurrogate(text[i - 1]) ? Character.codePointBefore(text, i) : text[i - 1];
    }

    /** Returns whether a code point is part of keys: a letter, a mark or a number. */
    static boolean isKey(int c) {
        return KEYS.has(c);
    }

    /** Returns whether one of {@link #STOPS} ends a sentence. */
    private static boolean isStop(char[] text, int i) {
        boolean mayBeInNumber = text[i] == '.' || text[i] == ',';
        return mayBeInNumber == false
                || i == 0
                || i + 1 == text.length
                || isDigitBefore(text, i) == false
                || CodePoints.DIGITS.has(codePoint(text, i + 1)) == false;
    }

    private static boolean isDigitBefore(char[] text, int i) {
        return CodePoints.DIGITS.has(codePointBefore(text, i));
    }

    /** Adds the text between two stops, from its first letter, mark or digit to its last. */
    private static void add(
            char[] text, int from, int to, char[] key, int keyLength, int width, int line, List<Sentence> sentences) {
        int start = from;
        int end = to;
        for (int c = codePoint(text, start); isKey(c) == false; c = codePoint(text, start)) {
            start += Character.charCount(c);
        }
        for (int c = codePointBefore(text, end); isKey(c) == false; c = codePointBefore(text, end)) {
            end -= Character.charCount(c);
        }
        if (width > MAX_WIDTH) {
            addPieces(text, start, end, key, line, sentences);
        } else {
            sentences.add(new Sentence(start, end, new String(key, 0, keyLength), width, line));
        }
    }

    /** Returns the width of a code point, see {@link Width}. */
    private static int width(int c) {
        return c < 0x80 ? 1 : 2 * Character.charCount(c);
    }

    /**
     * Adds a long sentence in pieces. The hash of the last code points determines where a piece ends, from {@link #MIN_PIECE} on; it ends
     * at {@link #MAX_WIDTH} at the latest.
     */
    private static void addPieces(char[] text, int start, int end, char[] key, int line, List<Sentence> sentences) {
        Cuts cuts = new Cuts();
        int from = 0;
        int to = 0;
        int width = 0;
        int first = start;
        for (int i = start; i < end; ) {
            int c = codePoint(text, i);
            int next = i + Character.charCount(c);
            if (isKey(c)) {
                if (width == 0) {
                    first = i;
                }
                to += next - i;
                width += width(c);
                cuts.next(c);
                if (width >= MIN_PIECE && cuts.isCut() || width >= MAX_WIDTH - 3) {
                    sentences.add(new Sentence(first, next, new String(key, from, to - from), width, line));
                    from = to;
                    width = 0;
                }
            }
            i = next;
        }
        if (width > 0) {
            sentences.add(new Sentence(first, end, new String(key, from, to - from), width, line));
        }
    }

    /** Decides by the last four code points whether a piece ends. */
    private static final class Cuts {

        private int fourth;
        private int third;
        private int second;
        private int last;

        void next(int c) {
            fourth = third;
            third = second;
            second = last;
            last = c;
        }

        boolean isCut() {
            return (mix(mix(mix(mix(0, fourth), third), second), last) & CUT_MASK) == 0;
        }

        private static int mix(int hash, int c) {
            int mixed = (hash + c) * 0x9E3779B1;
            return mixed ^ mixed >>> 15;
        }
    }

    /**
     * A sentence of a canonical text, or a piece of a very long one.
     *
     * @param start start in the text
     * @param end end in the text, exclusive
     * @param key its letters, marks and digits, from which fingerprints are made
     * @param keyWidth width of the key, see {@link Width}
     * @param line number of the line of the text that contains it
     */
    public record Sentence(int start, int end, String key, int keyWidth, int line) {}
}
