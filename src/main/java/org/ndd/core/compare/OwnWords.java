package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.List;
import org.ndd.core.align.PreparedText;
import org.ndd.core.align.Spelling;
import org.ndd.core.align.WordOccurrences;
import org.ndd.core.text.Tokens;
import org.ndd.core.text.Width;

/**
 * The words of a text that do not occur in another, in any inflection or spelling; numbers do not count.
 */
final class OwnWords {

    /** Maximum number of such words in two spellings of one text; comparing all pairs of more words would be too expensive. */
    private static final int MAX_SPELLED = 32;

    /**
     * A word of the text.
     *
     * @param text the word in the canonical text
     * @param occurrences number of occurrences in the text
     */
    private record Word(String text, int occurrences) {}

    /** Number of words after which a comparison can be cancelled: about 20 ms. */
    private static final int WORDS_PER_CHECK = 1 << 14;

    private final List<Word> words;
    private final double width;
    /** Spellings of the words in the same order; {@code null} until needed: texts that differ much do not need them. */
    private List<Spelling> spellings;

    private OwnWords(List<Word> words, double width) {
        this.words = words;
        this.width = width;
    }

    /**
     * Returns the words of one text that do not occur in another. O(words).
     *
     * @param text text of one side
     * @param own words that may occur in this text only
     * @param other text of the other side
     * @param ownOfOther words that may occur in the other text only
     * @param check called periodically; throws to cancel
     */
    static OwnWords of(
            PreparedText text, WordOccurrences own, PreparedText other, WordOccurrences ownOfOther, Runnable check) {
        char[] units = text.units();
        List<Word> words = new ArrayList<>();
        for (int i = 0; i < own.count(); i++) {
            if (i % WORDS_PER_CHECK == 0) {
                check.run();
            }
            int start = own.start(i);
            int end = own.end(i);
            if (end - start > 1
                    && Tokens.isNumber(units, start, end) == false
                    && ownOfOther.occurrences(units, start, end) == 0) {
                String word = new String(units, start, end - start);
                if (other.words().occurs(word) == false) {
                    words.add(new Word(word, own.occurrences(i)));
                }
            }
        }
        return new OwnWords(words, Math.max(1, text.width()));
    }

    /** Returns the words that are not spellings of one of the other text's own words. O(words of both) comparisons of two words. */
    OwnWords withoutSpellingsOf(OwnWords other) {
        if (Math.max(words.size(), other.words.size()) > MAX_SPELLED) {
            return this;
        }
        List<Word> left = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (spellings().get(i).isAmong(other.spellings()) == false) {
                left.add(words.get(i));
            }
        }
        return new OwnWords(left, width);
    }

    private List<Spelling> spellings() {
        if (spellings == null) {
            spellings = words.stream().map(word -> new Spelling(word.text)).toList();
        }
        return spellings;
    }

    /** Returns the words that occur at least twice in the text. */
    OwnWords repeated() {
        return new OwnWords(words.stream().filter(word -> word.occurrences > 1).toList(), width);
    }

    /** Returns the share of the text's width that the words take, each counted once. */
    double share() {
        return words.stream().mapToInt(word -> Width.of(word.text)).sum() / width;
    }

    /** Returns the share of the text's width that the words take, counting each occurrence. */
    double shareOfAll() {
        return words.stream()
                        .mapToLong(word -> (long) word.occurrences * Width.of(word.text))
                        .sum()
                / width;
    }

    /** Returns a subset of the words, at most {@link Contribution#MAX_WORDS}. */
    List<String> texts() {
        return words.stream().limit(Contribution.MAX_WORDS).map(Word::text).toList();
    }
}
