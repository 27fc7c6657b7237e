package org.ndd.core.fingerprint;

import java.util.List;
import org.ndd.core.text.Sentences.Sentence;
import org.ndd.core.text.Width;

/**
 * Selects the character n-grams of a text with the smallest hashes (MinHash by its bottom-k sketch: Broder, 1997), for texts that are too
 * short for passages. Grams survive a change in every line. A gram starts at each key character, and is the shortest run of consecutive key
 * characters, across sentences and lines, of a width of {@value #WIDTH} or more. Stateless; O(n) for n characters.
 */
final class CharacterGrams {

    /**
     * Minimum width of a gram. It is close to 16, the width of the windows by which two texts are compared: three words in Latin script,
     * seven characters in Chinese. All near pairs share one of the grams. With 12 each product is compared with 1.5 times as many others;
     * with 20 some pairs of products share none.
     */
    static final int WIDTH = 14;

    private CharacterGrams() {}

    /**
     * Returns the grams with the smallest hashes.
     *
     * @param sentences sentences in the order of the text
     * @param places maximum number of grams
     */
    static SmallestValues smallest(List<Sentence> sentences, int places) {
        SmallestValues smallest = new SmallestValues(places);
        StringBuilder text = new StringBuilder();
        int[] ends = new int[sentences.size()];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = text.append(sentences.get(i).key()).length();
        }
        int first = 0;
        int last = 0;
        int end = 0;
        int width = 0;
        for (int start = 0; start < text.length(); start++) {
            while (width < WIDTH && end < text.length()) {
                width += Width.of(text.charAt(end++));
            }
            if (width < WIDTH) {
                break;
            }
            while (ends[first] <= start) {
                first++;
            }
            while (ends[last] < end) {
                last++;
            }
            smallest.offer(hash(text, start, end), first, last + 1);
            width -= Width.of(text.charAt(start));
        }
        return smallest;
    }

    /** Returns a polynomial of the characters, with bits mixed as at the end of MurmurHash3, so that its order is effectively random. */
    private static long hash(CharSequence text, int start, int end) {
        long hash = 0;
        for (int i = start; i < end; i++) {
            hash = hash * 0x9E3779B97F4A7C15L + text.charAt(i);
        }
        hash = (hash ^ hash >>> 33) * 0xFF51AFD7ED558CCDL;
        hash = (hash ^ hash >>> 33) * 0xC4CEB9FE1A85EC53L;
        return FingerprintTerms.fingerprint(hash ^ hash >>> 33);
    }
}
