package org.ndd.core.compare;

import java.util.HashMap;
import java.util.Map;

/**
 * The names of the things that texts are about. A page of a template says the name of its item again and again, and the page of another item
 * says another name in the same places: few characters, and all the difference (the report's third class of false positives). An edit, a
 * paragraph more or a paragraph less does not do that to both texts.
 *
 * <p>A name of a text is a word that takes at least 2 % of it, is said three times or more, over at least half the length of the text. Words
 * are runs of three letters or more; of Han, which is written without spaces, each two neighbours. Letters beyond the first plane take no part.
 */
final class Names {
    private static final int LEAST_LENGTH = 3;
    private static final int LEAST_TIMES = 3;
    private static final int LEAST_SHARE_PERCENT = 2;

    private Names() {}

    /** Where and how often a word is said. */
    static final class Word {
        private final int first;
        private int last;
        private int times;

        private Word(int first) {
            this.first = first;
        }

        int times() {
            return times;
        }
    }

    /**
     * Whether each text has a name that the other never says. Not where less than 2 % of a text is outside what they have in common: there is
     * no room for names of its own. O(|A|+|B|).
     */
    static boolean disagree(PreparedText a, PreparedText b, Sketch.Pair common) {
        return hasRoom(a, common.ofA())
                && hasRoom(b, common.ofB())
                && hasOwnName(a, b.words())
                && hasOwnName(b, a.words());
    }

    private static boolean hasRoom(PreparedText text, Sketch common) {
        return isShare(text.length() - common.size(), text);
    }

    private static boolean isShare(long units, PreparedText text) {
        return 100 * units >= (long) LEAST_SHARE_PERCENT * text.length();
    }

    private static boolean hasOwnName(PreparedText text, Map<String, Word> others) {
        for (Map.Entry<String, Word> entry : text.words().entrySet()) {
            Word word = entry.getValue();
            if (word.times >= LEAST_TIMES
                    && isShare((long) word.times * entry.getKey().length(), text)
                    && 2L * (word.last - word.first) >= text.length()
                    && others.containsKey(entry.getKey()) == false) {
                return true;
            }
        }
        return false;
    }

    /** The words of a text. O(|text|). */
    static Map<String, Word> words(String text) {
        Map<String, Word> words = new HashMap<>();
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            boolean han = isHan(text, i);
            if (han && isHan(text, i + 1)) {
                say(text, i, i + 2, words);
            }
            if (han || i == text.length() || Character.isLetter(text.charAt(i)) == false) {
                if (i - start >= LEAST_LENGTH) {
                    say(text, start, i, words);
                }
                start = i + 1;
            }
        }
        return words;
    }

    private static boolean isHan(String text, int i) {
        return i < text.length() && Character.isIdeographic(text.charAt(i));
    }

    private static void say(String text, int start, int end, Map<String, Word> words) {
        Word word = words.computeIfAbsent(text.substring(start, end), said -> new Word(start));
        word.last = start;
        word.times++;
    }
}
