package org.ndd.core.text;

import java.util.List;
import java.util.Random;

/** Random texts with a high density of everything that canonical text normalizes. */
public final class RandomText {

    private static final String SPACES = " \t\n\u000B\f\r\u0085\u00A0\u1680\u2003\u2028\u2029\u202F\u3000";
    private static final String STOPS =
            ".,;:!?\u3002\u3001\u061F\u061B\u060C\u06D4\u0964\u0965\u1362\u17D4\u104B\uFF0E\uFF0C\u2026";
    private static final List<int[]> BLOCKS = List.of(
            new int[] {'a', 'z'},
            new int[] {'A', 'Z'},
            new int[] {'0', '9'},
            new int[] {0x20, 0x2FF},
            new int[] {0x300, 0x36F},
            new int[] {0x5B0, 0x6FF},
            new int[] {0x900, 0xDFF},
            new int[] {0xE00, 0xE4F},
            new int[] {0xF00, 0xFFF},
            new int[] {0x1100, 0x11FF},
            new int[] {0x1DC0, 0x1FFF},
            new int[] {0x2000, 0x21FF},
            new int[] {0x4E00, 0x4FFF},
            new int[] {0xAC00, 0xACFF},
            new int[] {0xD800, 0xDFFF},
            new int[] {0xF900, 0xFAFF},
            new int[] {0xFB00, 0xFFFF},
            new int[] {0x1D400, 0x1D7FF},
            new int[] {0x1F1E6, 0x1F6FF},
            new int[] {0xE0000, 0xE01EF},
            new int[] {0, Character.MAX_CODE_POINT});

    private RandomText() {}

    /** Random code points of all blocks, with white space and punctuation. */
    public static String any(Random random, int codePoints) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < codePoints; i++) {
            switch (random.nextInt(6)) {
                case 0 -> text.append(SPACES.charAt(random.nextInt(SPACES.length())));
                case 1 -> text.append(STOPS.charAt(random.nextInt(STOPS.length())));
                default -> text.appendCodePoint(between(random, BLOCKS.get(random.nextInt(BLOCKS.size()))));
            }
        }
        return text.toString();
    }

    /** A word of random code points between two bounds, without separators. */
    public static String word(Random random, int first, int last, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(between(random, new int[] {first, last}));
        }
        return text.toString();
    }

    /** Prose of ASCII words, numbers, punctuation and lines. */
    public static String prose(Random random, int words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append(random.nextInt(8) == 0 ? "3.14" : word(random, 'a', 'f', 1 + random.nextInt(7)));
            text.append(random.nextInt(6) == 0 ? random.nextBoolean() ? ". " : "\n" : " ");
        }
        return text.toString();
    }

    private static int between(Random random, int[] range) {
        return range[0] + random.nextInt(range[1] - range[0] + 1);
    }
}
