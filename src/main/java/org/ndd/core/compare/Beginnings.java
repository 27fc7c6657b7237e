package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.List;
import org.ndd.core.text.TitleWords;
import org.ndd.core.text.Words;

/**
 * What the beginnings of two texts say about their objects, where no titles tell. A page names its object in its first words and again
 * further on: a word that one text says so, and the other never, is a name of that text's object. Where both texts have such names, and
 * these are a good part of the texts, one form speaks of two objects: systematic substitution. Where one text has, it is a variant of the
 * other ("documentation", "profiling libraries").
 *
 * <p>A word that lies in what the texts have in common is said by both, so only the words beside that are looked for: few where texts are
 * alike.
 */
final class Beginnings {

    /** Code units in which a variant is named. */
    private static final int LENGTH_FOR_VARIANTS = 100;

    /** Least length of a word that names a variant: shorter ones are often grammar. */
    private static final int LEAST_WORD_FOR_VARIANTS = 5;

    private static final int COUNT_LIMIT = 1000;

    private final Side ofA;
    private final Side ofB;

    /**
     * One of the two pages.
     *
     * @param title empty where none is known
     * @param noNames words that are no names in there
     */
    record Page(PreparedText text, String title, List<String> noNames) {}

    /**
     * @param common what the texts have in common
     * @param constants what a beginning is, and how often it must say a name
     */
    Beginnings(Page a, Page b, Sketch.Pair common, VerdictConstants constants) {
        this.ofA = new Side(a, b, common.ofA(), common.gapsOfA(), constants);
        this.ofB = new Side(b, a, common.ofB(), common.gapsOfB(), constants);
    }

    /** The words of one beginning that the other text never says. */
    private static final class Side {

        private final List<String> own = new ArrayList<>();
        /** Those that are said again. */
        private final List<String> names = new ArrayList<>();

        private boolean enoughForTwo;
        private boolean enoughForVariant;

        Side(Page page, Page otherPage, Sketch common, Gaps gaps, VerdictConstants constants) {
            PreparedText text = page.text();
            PreparedText other = otherPage.text();
            String folded = TitleWords.folded(page.title());
            String otherFolded = TitleWords.folded(otherPage.title());
            for (String word : Words.of(folded)) {
                add(word, page, other, otherFolded);
            }
            List<String> forVariants = new ArrayList<>(own);
            gaps.forEachWord(text.units(), constants.beginning(), (start, end) -> {
                if (common.keepsAll(start, end) == false) {
                    String word = text.text().substring(start, end);
                    add(word, page, other, otherFolded);
                    if (start < LENGTH_FOR_VARIANTS && own.contains(word)) {
                        forVariants.add(word);
                    }
                }
            });
            long units = 0;
            long unitsForVariants = 0;
            for (String word : own) {
                int count = Words.count(text.text(), word, COUNT_LIMIT) + Words.count(folded, word, COUNT_LIMIT);
                if (count > 1) {
                    names.add(word);
                    units += (long) count * word.length();
                    boolean variant = word.length() >= LEAST_WORD_FOR_VARIANTS && forVariants.contains(word);
                    unitsForVariants += variant ? (long) count * word.length() : 0;
                }
            }
            this.enoughForTwo = isShare(units, text, constants.leastShare());
            this.enoughForVariant = isShare(unitsForVariants, text, constants.leastShareForVariants());
        }

        private void add(String word, Page page, PreparedText other, String otherTitle) {
            if (own.contains(word) == false
                    && page.noNames().contains(word) == false
                    && Words.says(otherTitle, word) == false
                    && Words.says(other.text(), word) == false) {
                own.add(word);
            }
        }

        private static boolean isShare(long units, PreparedText text, int thousandths) {
            return units > 0 && 1000 * units >= (long) thousandths * text.length();
        }
    }

    /** Whether each beginning has a word that the other text never says, however often it is said. */
    boolean differ() {
        return ofA.own.isEmpty() == false && ofB.own.isEmpty() == false;
    }

    /** Whether each text has names of its own that are a good part of it. */
    boolean nameTwo() {
        return ofA.enoughForTwo && ofB.enoughForTwo;
    }

    /** Whether a text has names of its own that make it a variant. */
    boolean nameVariant() {
        return ofA.enoughForVariant || ofB.enoughForVariant;
    }

    Distinction distinction() {
        return new Distinction(Reason.NAMES, ofA.names, ofB.names);
    }
}
