package org.ndd.core.align;

import org.ndd.core.text.Tokens;

/**
 * Finds single words in a text. The first words are searched for in the text itself. After these, for long words, or if the text is
 * compared often, its {@link WordOccurrences} are used, with the same results. Not thread-safe.
 */
public final class WordSearch {

    /** Number of words whose search takes less time than the table of all words. */
    private static final int MAX_SEARCHES = 16;

    /** Maximum length of a word that is searched for: a search takes up to this many steps per code unit of a text that repeats itself. */
    private static final int MAX_SEARCHED = 64;

    private final PreparedText text;
    private WordOccurrences table;
    private int searches;

    /** @param repeated whether the text is compared often */
    WordSearch(PreparedText text, boolean repeated) {
        this.text = text;
        this.searches = repeated ? MAX_SEARCHES : 0;
    }

    /** Returns the number of occurrences of a word or number, without its inflections. O(n). */
    public int occurrences(String word) {
        if (table == null && (word.length() > MAX_SEARCHED || ++searches > MAX_SEARCHES)) {
            table = WordOccurrences.of(text.units());
        }
        if (table != null) {
            return table.occurrences(word.toCharArray(), 0, word.length());
        }
        int times = 0;
        for (int at = next(word, 0); at >= 0; at = next(word, at + 1)) {
            times += Tokens.endOf(text.units(), at) == at + word.length() ? 1 : 0;
        }
        return times;
    }

    /** Returns whether a word, or an inflection of it, occurs in the text. O(n). */
    public boolean occurs(String word) {
        return occurrences(word) > 0 || occursInflected(word);
    }

    /** Returns whether a word of the text occurs in it at least twice, in any inflection. O(n). */
    public boolean occursTwice(String word) {
        return occurrences(word) > 1 || occursInflected(word);
    }

    private boolean occursInflected(String word) {
        char[] units = word.toCharArray();
        if (table != null || WordOccurrences.mayBeInflected(units, 0, units.length) == false) {
            return table != null && table.occursInflected(units, 0, units.length);
        }
        boolean inflected = false;
        int left = WordOccurrences.MAX_COMPARED_WORDS;
        String stem = word.substring(0, WordOccurrences.MIN_STEM);
        for (int at = next(stem, 0); at >= 0; at = next(stem, at + 1)) {
            int end = Tokens.endOf(text.units(), at);
            inflected |= (end - at != units.length || text.text().startsWith(word, at) == false)
                    && WordOccurrences.areInflections(units, 0, units.length, text.units(), at, end);
            if (left-- == 0) {
                // the table does not compare more words
                table = WordOccurrences.of(text.units());
                return table.occursInflected(units, 0, units.length);
            }
        }
        return inflected;
    }

    /** Returns the first position, at or after {@code from}, of a word with this beginning; -1 if there is none. */
    private int next(String beginning, int from) {
        int at = text.text().indexOf(beginning, from);
        while (at > 0 && Tokens.startOf(text.units(), at, at - 1) != at) {
            at = text.text().indexOf(beginning, at + 1);
        }
        return at;
    }
}
