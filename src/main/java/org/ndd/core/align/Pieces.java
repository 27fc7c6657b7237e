package org.ndd.core.align;

import java.util.Arrays;
import java.util.List;
import org.ndd.core.text.Sentences;
import org.ndd.core.text.Sentences.Sentence;

/**
 * Cuts the kept positions of a text into pieces: runs within one sentence and without a gap. Coarser pieces have cuts only after pieces
 * selected by their hash. Only the content decides the cuts, so equal passages of two texts are cut alike, except for their ends.
 * Immutable.
 */
final class Pieces {
    /** Coarsest level: one cut in 4^10, a million pieces. */
    static final int MAX_LEVEL = 10;

    private final String text;
    private final int[] positions;
    /** Indices of positions at which pieces start: piece i contains those from cuts[i] to cuts[i + 1]. */
    private final int[] cuts;
    /** Hash of the run within one sentence that ends where piece i ends. */
    private final long[] lastHash;

    private Pieces(String text, int[] positions, int[] cuts, long[] lastHash) {
        this.text = text;
        this.positions = positions;
        this.cuts = cuts;
        this.lastHash = lastHash;
    }

    /**
     * Cuts at sentences and gaps. O(|text|).
     *
     * @param positions ascending positions of {@code text}
     * @param from first index of {@code positions} that takes part
     * @param to index after the last
     */
    static Pieces of(String text, int[] positions, int from, int to) {
        int[] cuts = new int[16];
        int n = 0;
        cuts[0] = from;
        List<Sentence> sentences = Sentences.split(text);
        int sentence = 0;
        for (int i = from + 1; i < to; i++) {
            boolean cut = positions[i] != positions[i - 1] + 1;
            while (sentence < sentences.size() && sentences.get(sentence).start() <= positions[i]) {
                cut |= sentences.get(sentence).start() > positions[i - 1];
                sentence++;
            }
            if (cut) {
                if (n + 2 >= cuts.length) {
                    cuts = Arrays.copyOf(cuts, 2 * cuts.length);
                }
                cuts[++n] = i;
            }
        }
        if (to > from) {
            cuts[++n] = to;
        }
        return of(text, positions, cuts, n);
    }

    /** @param cuts starts of the n pieces, and the end of the last */
    private static Pieces of(String text, int[] positions, int[] cuts, int n) {
        long[] lastHash = new long[n];
        for (int i = 0; i < n; i++) {
            lastHash[i] = hash(text, positions, cuts[i], cuts[i + 1]);
        }
        return new Pieces(text, positions, Arrays.copyOf(cuts, n + 1), lastHash);
    }

    /** Cuts a whole text at its sentences. */
    static Pieces ofSentences(String text) {
        return of(text, positions(text), 0, text.length());
    }

    /**
     * Cuts a whole text into words: runs of letters, marks and digits. In scripts without spaces each character is a separate piece, and so
     * is any other character. Never cuts inside a surrogate pair. O(|text|).
     */
    static Pieces ofWords(String text) {
        int[] cuts = new int[text.length() + 1];
        int n = 0;
        boolean inWord = false;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            boolean wordPart = isWordPart(codePoint);
            if (i > 0 && (inWord && wordPart) == false) {
                cuts[++n] = i;
            }
            inWord = wordPart;
            i += Character.charCount(codePoint);
        }
        if (text.isEmpty() == false) {
            cuts[++n] = text.length();
        }
        return of(text, positions(text), cuts, n);
    }

    private static int[] positions(String text) {
        int[] positions = new int[text.length()];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = i;
        }
        return positions;
    }

    private static boolean isWordPart(int codePoint) {
        int type = Character.getType(codePoint);
        boolean mark = type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK
                || type == Character.ENCLOSING_MARK;
        if (mark == false && Character.isLetterOrDigit(codePoint) == false) {
            return false;
        }
        return switch (Character.UnicodeScript.of(codePoint)) {
            case HAN, HIRAGANA, KATAKANA, THAI, LAO, KHMER, MYANMAR -> false;
            default -> true;
        };
    }

    /** Returns coarser pieces, which keep about one of 4^{@code level} cuts of the finest level. */
    Pieces coarser(int level) {
        long mask = (1L << (2 * level)) - 1;
        int[] fewer = new int[cuts.length];
        long[] hashes = new long[lastHash.length];
        fewer[0] = cuts[0];
        int n = 0;
        for (int i = 0; i < count(); i++) {
            if ((lastHash[i] & mask) == 0 || i == count() - 1) {
                hashes[n] = lastHash[i];
                fewer[++n] = cuts[i + 1];
            }
        }
        return new Pieces(text, positions, Arrays.copyOf(fewer, n + 1), Arrays.copyOf(hashes, n));
    }

    /** Returns the number of pieces. */
    int count() {
        return cuts.length - 1;
    }

    /** Returns the index of the first position of a piece. */
    int start(int piece) {
        return cuts[piece];
    }

    /** Returns the index after the last position of a piece. */
    int end(int piece) {
        return cuts[piece + 1];
    }

    /** Returns the code units of a piece. */
    String content(int piece) {
        StringBuilder content = new StringBuilder(end(piece) - start(piece));
        for (int i = start(piece); i < end(piece); i++) {
            content.append(text.charAt(positions[i]));
        }
        return content.toString();
    }

    private static long hash(String text, int[] positions, int from, int to) {
        long hash = 0;
        for (int i = from; i < to; i++) {
            hash = hash * 0x100000001B3L + text.charAt(positions[i]) + 1;
        }
        return WindowTable.mix(hash);
    }
}
