package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.List;
import org.ndd.core.text.Tokens;
import org.ndd.core.text.Width;

/** The words that a text says and another never, neither as they are nor inflected; numbers do not count. */
final class OwnWords {

    /** Some of them. */
    final List<String> words = new ArrayList<>();
    /** Some of those that the text says twice or more. */
    final List<String> repeated = new ArrayList<>();
    /** Share of the text's width, each counted once. */
    final double share;
    /** The same of those that it says twice or more, counted as often as it says them. */
    final double repeatedShare;

    /**
     * @param text of one side
     * @param own its words that may be its alone
     * @param other text of the other side
     */
    OwnWords(PreparedText text, WordOccurrences own, PreparedText other) {
        char[] units = text.units();
        long width = 0;
        long repeatedWidth = 0;
        for (int i = 0; i < own.count(); i++) {
            int start = own.start(i);
            int end = own.end(i);
            if (end - start < 2
                    || Tokens.isNumber(units, start, end)
                    || other.words().says(units, start, end)) {
                continue;
            }
            String word = new String(units, start, end - start);
            int widthOfWord = Width.of(word);
            width += widthOfWord;
            if (words.size() < Contribution.MOST) {
                words.add(word);
            }
            if (own.times(i) > 1) {
                repeatedWidth += (long) own.times(i) * widthOfWord;
                if (repeated.size() < Contribution.MOST) {
                    repeated.add(word);
                }
            }
        }
        this.share = (double) width / Math.max(1, text.width());
        this.repeatedShare = (double) repeatedWidth / Math.max(1, text.width());
    }
}
