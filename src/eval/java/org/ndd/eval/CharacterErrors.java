package org.ndd.eval;

import java.util.SplittableRandom;

/**
 * Random errors of OCR and typing in a text: substitutions by similar characters or pairs, wrong, missing and additional characters and
 * spaces, and words that are divided at the end of a line.
 */
final class CharacterErrors {

    /** Each character or pair, followed by its substitutions. */
    private static final String[][] SIMILAR_CHARACTERS = {
        {"rn", "m"},
        {"m", "rn"},
        {"cl", "d"},
        {"d", "cl"},
        {"vv", "w"},
        {"w", "vv"},
        {"li", "h"},
        {"l", "1"},
        {"1", "l"},
        {"i", "l"},
        {"l", "i"},
        {"c", "e"},
        {"e", "c"},
        {"o", "0"},
        {"0", "o"},
        {"s", "5"},
        {"5", "s"},
        {"b", "h"},
        {"h", "b"},
        {"u", "n"},
        {"n", "u"},
        {"f", "t"},
        {"t", "f"},
        {"a", "o"},
        {"o", "a"},
        {"g", "q"},
        {"v", "y"},
        {"y", "v"},
        {"3", "8"},
        {"8", "3"},
        {"6", "5"},
        {".", ","},
        {",", "."},
        {"ä", "a"},
        {"ö", "o"},
        {"ü", "u"},
        {"ß", "b"}
    };

    private final SplittableRandom random;
    private final double rate;

    /**
     * @param rate errors per character, 0 to 1
     * @param seed equal seeds give equal errors
     */
    CharacterErrors(double rate, long seed) {
        this.rate = rate;
        this.random = new SplittableRandom(seed);
    }

    /** Returns the text with errors in O(n). */
    String in(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        int i = 0;
        while (i < text.length()) {
            if (random.nextDouble() >= rate) {
                int character = text.codePointAt(i);
                out.appendCodePoint(character);
                i += Character.charCount(character);
            } else {
                i = error(text, i, out);
            }
        }
        return out.toString();
    }

    /** Adds an error at a position, and returns the position after it. */
    private int error(String text, int i, StringBuilder out) {
        int character = text.codePointAt(i);
        int kind = random.nextInt(10);
        if (Character.isWhitespace(character)) {
            return i + 1;
        }
        if (kind < 6) {
            return lookAlike(text, i, out);
        }
        switch (kind) {
            case 6 -> out.appendCodePoint(other(text, character));
            case 7 -> {}
            case 8 ->
                out.appendCodePoint(character)
                        .appendCodePoint(random.nextBoolean() ? character : other(text, character));
            default ->
                out.appendCodePoint(character)
                        .append(Character.isLetter(character) && random.nextBoolean() ? "-\n" : " ");
        }
        return i + Character.charCount(character);
    }

    private int lookAlike(String text, int i, StringBuilder out) {
        int start = random.nextInt(SIMILAR_CHARACTERS.length);
        for (int n = 0; n < SIMILAR_CHARACTERS.length; n++) {
            String[] characters = SIMILAR_CHARACTERS[(start + n) % SIMILAR_CHARACTERS.length];
            if (text.startsWith(characters[0], i)) {
                out.append(characters[1]);
                return i + characters[0].length();
            }
        }
        int character = text.codePointAt(i);
        out.appendCodePoint(other(text, character));
        return i + Character.charCount(character);
    }

    /** Returns a random character of the same kind: of a-z, a digit, or any character of the text. */
    private int other(String text, int character) {
        if (Character.isDigit(character)) {
            return '0' + random.nextInt(10);
        }
        if (character < 0x80 && Character.isLetter(character)) {
            return 'a' + random.nextInt(26);
        }
        int at = random.nextInt(text.length());
        boolean second = at > 0 && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
        return text.codePointAt(second ? at - 1 : at);
    }
}
