package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
     * no room for names of its own. Asks for the names of a hub first, which are kept: nearly always that is enough. O(|A|+|B|) a name, of which
     * a text has 50 at most.
     */
    static boolean disagree(PreparedText a, PreparedText b, Sketch.Pair common) {
        return hasRoom(a, common.ofA())
                && hasRoom(b, common.ofB())
                && (b.isHub() ? hasOwnName(b, a) && hasOwnName(a, b) : hasOwnName(a, b) && hasOwnName(b, a));
    }

    private static boolean hasRoom(PreparedText text, Sketch common) {
        return isShare(text.length() - common.size(), text.length());
    }

    private static boolean isShare(long units, int length) {
        return 100 * units >= (long) LEAST_SHARE_PERCENT * length;
    }

    private static boolean hasOwnName(PreparedText text, PreparedText other) {
        return text.names().stream().anyMatch(name -> says(other.text(), name) == false);
    }

    /** The names of a text. O(|text|). */
    static List<String> of(String text) {
        List<String> names = new ArrayList<>();
        words(text).forEach((name, word) -> {
            if (word.times >= LEAST_TIMES
                    && isShare((long) word.times * name.length(), text.length())
                    && 2L * (word.last - word.first) >= text.length()) {
                names.add(name);
            }
        });
        return names;
    }

    /** Whether a word is among those of a text. */
    static boolean says(String text, String word) {
        boolean han = isHan(word, 0);
        for (int start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + 1)) {
            int end = start + word.length();
            if (han || isOfRun(text, start - 1) == false && isOfRun(text, end) == false) {
                return true;
            }
        }
        return false;
    }

    /** Whether a code unit goes on with a run of letters. */
    private static boolean isOfRun(String text, int i) {
        return i >= 0 && i < text.length() && Character.isLetter(text.charAt(i)) && isHan(text, i) == false;
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
            if (isOfRun(text, i) == false) {
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
