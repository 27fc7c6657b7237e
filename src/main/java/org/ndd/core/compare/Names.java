package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.List;
import org.ndd.core.text.Words;

/**
 * The names of the things that texts are about. A page of a template says the name of its item again and again, and the page of another
 * item says another name in the same places: few characters, and all the difference (the report's third class of false positives). An edit,
 * a paragraph more or a paragraph less does not do that to both texts.
 *
 * <p>A name of a text is a word that takes at least 2 % of it, is said three times or more, over at least half the length of the text;
 * words are those of {@link SaidWords}.
 */
final class Names {
    private static final int LEAST_TIMES = 3;
    private static final int LEAST_SHARE_PERCENT = 2;

    private Names() {}

    /**
     * The names that each text has alone, or null where one of them has none. Not where less than 2 % of a text is outside what they have
     * in common: there is no room for names of its own. Asks for the names of a hub first, which are kept: nearly always that is enough.
     * O(|A|+|B|) a name, of which a text has 50 at most.
     *
     * @param noNamesOfA words that are no names in the one text
     * @param noNamesOfB words that are no names in the other
     */
    static Distinction distinction(
            PreparedText a, List<String> noNamesOfA, PreparedText b, List<String> noNamesOfB, Sketch.Pair common) {
        if (hasRoom(a, common.ofA()) == false || hasRoom(b, common.ofB()) == false) {
            return null;
        }
        List<String> ofB = b.isHub() ? ownNames(b, common.gapsOfB(), a, noNamesOfB) : null;
        if (ofB != null && ofB.isEmpty()) {
            return null;
        }
        List<String> ofA = ownNames(a, common.gapsOfA(), b, noNamesOfA);
        if (ofA.isEmpty()) {
            return null;
        }
        ofB = ofB == null ? ownNames(b, common.gapsOfB(), a, noNamesOfB) : ofB;
        return ofB.isEmpty() ? null : new Distinction(Reason.NAMES, ofA, ofB);
    }

    private static boolean hasRoom(PreparedText text, Sketch common) {
        return isShare(text.length() - common.size(), text.length());
    }

    private static boolean isShare(long units, int length) {
        return 100 * units >= (long) LEAST_SHARE_PERCENT * length;
    }

    private static List<String> ownNames(PreparedText text, Gaps gaps, PreparedText other, List<String> noNames) {
        return text.names(gaps).stream()
                .filter(name -> noNames.contains(name) == false && says(other.text(), name) == false)
                .sorted()
                .toList();
    }

    /** The names of a text among the words that touch gaps. O(|text|). */
    static List<String> of(PreparedText text, Gaps gaps) {
        List<String> names = new ArrayList<>();
        SaidWords words = new SaidWords(text, gaps);
        for (int word = 0; word < words.count(); word++) {
            if (words.times(word) >= LEAST_TIMES
                    && isShare((long) words.times(word) * words.length(word), text.length())
                    && 2L * (words.last(word) - words.first(word)) >= text.length()) {
                names.add(words.word(word));
            }
        }
        return names;
    }

    /** Whether a word is among those of a text. */
    static boolean says(String text, String word) {
        return Words.isHan(word.charAt(0)) ? text.contains(word) : Words.says(text, word);
    }
}
