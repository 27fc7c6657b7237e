package org.ndd.core.compare;

import java.util.List;
import org.ndd.core.template.SiteTemplate;
import org.ndd.core.text.TitleWords;

/**
 * What the titles of two pages of one site say about their objects. A site names its pages: where each of two titles has words of its own,
 * the pages are about two things, unless nearly all of the rest is equal, as where a release gives a page a new title. Between sites titles
 * say little, since a reprint gets a headline of its own.
 *
 * <p>Words are those of {@link TitleWords} that the site has not in many titles.
 */
final class Titles {

    private final List<String> onlyA;
    private final List<String> onlyB;
    private final boolean known;

    Titles(PageText a, PageText b) {
        List<String> wordsOfA = a.isOfSiteOf(b) ? words(a) : List.of();
        List<String> wordsOfB = a.isOfSiteOf(b) ? words(b) : List.of();
        this.known = wordsOfA.isEmpty() == false && wordsOfB.isEmpty() == false;
        this.onlyA = without(wordsOfA, wordsOfB);
        this.onlyB = without(wordsOfB, wordsOfA);
    }

    /** The words that speak of a page: those of its title that are not on many pages of its site. */
    static List<String> words(PageText page) {
        List<String> words = TitleWords.of(page.title());
        SiteTemplate template = page.template();
        return template == null
                ? words
                : words.stream()
                        .filter(word -> template.hasTitleWord(word) == false)
                        .toList();
    }

    private static List<String> without(List<String> words, List<String> others) {
        return words.stream().filter(word -> others.contains(word) == false).toList();
    }

    /** Whether both pages have titles that say something, and are of one site. */
    boolean areKnown() {
        return known;
    }

    /** Whether both titles have words of their own. */
    boolean differ() {
        return known && onlyA.isEmpty() == false && onlyB.isEmpty() == false;
    }

    /**
     * Of titles that {@link #differ}, whether one is put in other words; where each word has another one in its place, another thing is
     * named.
     */
    boolean areReworded() {
        return onlyA.size() != onlyB.size();
    }

    /** Whether one title says all of the other and more. */
    boolean oneSaysMore() {
        return known && onlyA.isEmpty() != onlyB.isEmpty();
    }

    Distinction distinction() {
        return new Distinction(Reason.TITLES, onlyA, onlyB);
    }
}
