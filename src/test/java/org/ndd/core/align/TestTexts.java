package org.ndd.core.align;

import java.util.Random;

/** Random texts for the tests of this package and of core.compare. */
public final class TestTexts {
    /** Few symbols of both widths, so that ties and chance matches are frequent; surrogate pairs may be split. */
    private static final String NARROW = "ab\u4e00";

    private static final String WIDE = "ab \n.\u4e00\u4e8c\ud83d\ude00\u00e9";

    private TestTexts() {}

    /** Code units of a small alphabet. */
    public static String units(Random random, int length) {
        String alphabet = random.nextBoolean() ? NARROW : WIDE;
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }

    /** Replaces, deletes or inserts code units, and sometimes moves a block. */
    public static String mutate(Random random, String text, int edits) {
        StringBuilder result = new StringBuilder(text);
        for (int i = 0; i < edits && result.length() > 0; i++) {
            int at = random.nextInt(result.length());
            switch (random.nextInt(4)) {
                case 0 -> result.setCharAt(at, units(random, 1).charAt(0));
                case 1 -> result.deleteCharAt(at);
                case 2 -> result.insert(at, units(random, 1 + random.nextInt(4)));
                default -> {
                    int to = Math.min(result.length(), at + random.nextInt(40));
                    String block = result.substring(at, to);
                    result.delete(at, to).insert(random.nextInt(result.length() + 1), block);
                }
            }
        }
        return result.toString();
    }

    /** Sentences of random lower-case words; two calls share no window of 16. */
    public static String prose(Random random, int sentences) {
        StringBuilder text = new StringBuilder();
        for (int s = 0; s < sentences; s++) {
            int words = 6 + random.nextInt(8);
            for (int w = 0; w < words; w++) {
                int letters = 2 + random.nextInt(9);
                for (int l = 0; l < letters; l++) {
                    text.append((char) ('a' + random.nextInt(26)));
                }
                text.append(w == words - 1 ? "." : " ");
            }
            text.append(s == sentences - 1 ? "" : " ");
        }
        return text.toString();
    }

    /** All positions of a text. */
    static int[] allPositions(String text) {
        int[] positions = new int[text.length()];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = i;
        }
        return positions;
    }

    /** The sketches of two texts, each randomly prepared for one or many comparisons. */
    static Sketch.Pair sketches(Random random, String a, String b, int window) {
        return Sketch.of(prepared(random, a), prepared(random, b), window, () -> {});
    }

    static PreparedText prepared(Random random, String text) {
        return new PreparedText(text, random.nextBoolean());
    }
}
