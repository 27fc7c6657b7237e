package org.ndd.core.text;

import com.ibm.icu.text.Normalizer2;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The one form of a text that is fingerprinted, compared, stored and shown: NFKC case-folded with a pinned Unicode version, in the
 * {@link CharacterForms} that do not differ between copies of a text, with every run of white space as one space, or as one line break if
 * there is one in it. Making the canonical form of a canonical text changes nothing.
 *
 * <p>O(n) in time, and O(maxBytes) in memory in addition to the input, for any input: a text is folded piece by piece, and of the
 * characters that follow one and may change its form (combining marks above all) the first {@value #MAX_FOLLOWERS} are kept, because
 * putting a longer run of marks in order takes quadratic time. No language has such a run.
 *
 * @param value the text
 * @param truncated whether there was more of it
 */
public record CanonicalText(String value, boolean truncated) {

    /** Folding may make three followers of one, and one of several: so more are let into it than are kept. */
    private static final int MAX_RAW_FOLLOWERS = 64;

    private static final int MAX_FOLLOWERS = 30;

    /** Minimum number of code units that are folded together. */
    private static final int PIECE = 512;

    /** Minimum number of code units of ASCII that are taken together. */
    private static final int MIN_ASCII = 32;

    private static final char REPLACEMENT = '\uFFFD';
    private static final Normalizer2 NFKC_CASEFOLD = Normalizer2.getNFKCCasefoldInstance();

    /** Characters whose form, or that of the one before them, may depend on both. */
    private static final CodePoints FOLLOWERS =
            new CodePoints(c -> c >= 0x300 && NFKC_CASEFOLD.hasBoundaryBefore(c) == false);

    /** Characters that are looked at one by one. */
    private static final CodePoints UNUSUAL = new CodePoints(c -> CharacterForms.ALL.has(c) || FOLLOWERS.has(c));

    /**
     * The canonical form of a plain text whose lines may be wrapped: each paragraph is one line, see {@link Paragraphs}.
     *
     * @param plain any sequence of code units
     * @param maxBytes as for {@link #of}
     */
    public static CanonicalText ofParagraphs(String plain, int maxBytes) {
        return of(Paragraphs.join(plain), maxBytes);
    }

    /**
     * The canonical form of a text of which each line break is meant.
     *
     * @param plain any sequence of code units; lone surrogates become U+FFFD
     * @param maxBytes UTF-8 bytes of the result at most; more is cut at a code point
     */
    public static CanonicalText of(String plain, int maxBytes) {
        if (maxBytes < 1) {
            throw new IllegalArgumentException("[max_bytes] must be at least [1], but was [" + maxBytes + "]");
        }
        Collector collector = new Collector(maxBytes);
        Piece piece = new Piece(collector, Math.min(plain.length(), 2 * PIECE));
        int followers = 0;
        for (int i = 0; i < plain.length() && collector.full == false; ) {
            int ascii = endOfAscii(plain, i, Math.min(plain.length(), i + PIECE));
            if (ascii > i) {
                followers = 0;
                piece.end();
                collector.add(plain.substring(i, ascii).toLowerCase(Locale.ROOT));
                i = ascii;
                continue;
            }
            int end = endOfUsual(plain, i, Math.min(plain.length(), i + PIECE));
            if (end > i) {
                followers = 0;
                piece.endIfLong();
                piece.add(plain, i, end);
                i = end;
                continue;
            }
            int c = plain.codePointAt(i);
            i += Character.charCount(c);
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                c = REPLACEMENT;
            }
            String form = CharacterForms.of(c);
            if (form != null) {
                if (form.isEmpty() == false) {
                    followers = 0;
                    piece.endIfLong();
                    piece.add(form, 0, form.length());
                }
                continue;
            }
            followers = FOLLOWERS.has(c) ? followers + 1 : 0;
            if (followers == 0) {
                piece.endIfLong();
            }
            if (followers <= MAX_RAW_FOLLOWERS) {
                piece.add(c);
            }
        }
        piece.end();
        return new CanonicalText(collector.result.toString(), collector.full);
    }

    /**
     * The end of a run of ASCII, to which folding does no more than to make it lower case; the start if the run is short. The character
     * before others is not in it, because these may follow it.
     */
    private static int endOfAscii(String text, int start, int most) {
        int end = start;
        while (end < most && text.charAt(end) < 0x80) {
            end++;
        }
        end -= end < text.length() && text.charAt(end) >= 0x80 ? 1 : 0;
        return end - start < MIN_ASCII ? start : end;
    }

    /** The end of a run of code units that are kept as they are and follow nothing, as most do: these are taken together. */
    private static int endOfUsual(String text, int start, int most) {
        int end = start;
        while (end < most && isUsual(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isUsual(char c) {
        return c < 0x80 || Character.isSurrogate(c) == false && UNUSUAL.bit(c) == 0;
    }

    /** The code units that are folded together, on their way to the collector. */
    private static final class Piece {

        private final Collector collector;
        private final StringBuilder units;
        private boolean ascii = true;

        Piece(Collector collector, int capacity) {
            this.collector = collector;
            this.units = new StringBuilder(capacity);
        }

        void add(String text, int start, int end) {
            for (int i = start; i < end && ascii; i++) {
                ascii = text.charAt(i) < 0x80;
            }
            units.append(text, start, end);
        }

        void add(int c) {
            units.appendCodePoint(c);
            ascii &= c < 0x80;
        }

        /** Called before what does not follow the piece. */
        void endIfLong() {
            if (units.length() >= PIECE) {
                end();
            }
        }

        void end() {
            if (units.isEmpty()) {
                return;
            }
            // to ASCII alone folding does no more than this, and slower
            collector.add(ascii ? units.toString().toLowerCase(Locale.ROOT) : NFKC_CASEFOLD.normalize(units));
            units.setLength(0);
            ascii = true;
        }
    }

    /** Takes folded text and brings white space, runs of followers and the length in order. */
    private static final class Collector {

        private final int maxBytes;
        private final StringBuilder result = new StringBuilder();
        private int bytes;
        private int followers;
        private char space;
        /** Whether no word more fits in, but perhaps a part of one. */
        private boolean tight;

        private boolean full;

        Collector(int maxBytes) {
            this.maxBytes = maxBytes;
        }

        void add(String folded) {
            for (int i = 0; i < folded.length() && full == false; ) {
                int end = tight ? i : addAscii(folded, i);
                end = tight || end > i ? end : addWord(folded, i);
                if (end > i) {
                    i = end;
                    continue;
                }
                int c = folded.codePointAt(i);
                i += Character.charCount(c);
                if (WhiteSpace.is(c)) {
                    space = WhiteSpace.isLineBreak(c) || space == '\n' ? '\n' : ' ';
                    followers = 0;
                    continue;
                }
                followers = FOLLOWERS.has(c) ? followers + 1 : 0;
                if (followers <= MAX_FOLLOWERS) {
                    append(c);
                }
            }
        }

        /** Takes words of ASCII with one blank between each two, if they fit; returns their end. */
        private int addAscii(String folded, int start) {
            int end = start;
            while (end < folded.length()
                    && (isAscii(folded.charAt(end))
                            || folded.charAt(end) == ' '
                                    && end > start
                                    && end + 1 < folded.length()
                                    && isAscii(folded.charAt(end + 1)))) {
                end++;
            }
            boolean separate = space != 0 && result.isEmpty() == false;
            int length = end - start + (separate ? 1 : 0);
            if (end == start || bytes + length > maxBytes) {
                return start;
            }
            add(folded.substring(start, end), length, separate);
            return end;
        }

        /** Whether a character is of ASCII and not white space. */
        private static boolean isAscii(char c) {
            return c > ' ' && c < 0x80;
        }

        private void add(String usual, int length, boolean separate) {
            bytes += length;
            if (separate) {
                result.append(space);
            }
            space = 0;
            followers = 0;
            // a part of a sequence would be appended one by one
            result.append(usual);
        }

        /** Takes the usual characters up to the next white space, if they fit; returns their end. */
        private int addWord(String folded, int start) {
            int end = start;
            int length = 0;
            for (; end < folded.length(); end++) {
                char c = folded.charAt(end);
                if (WhiteSpace.is(c) || isUsual(c) == false) {
                    break;
                }
                length += utf8Length(c);
            }
            boolean separate = space != 0 && result.isEmpty() == false;
            length += separate ? 1 : 0;
            tight |= bytes + length > maxBytes;
            if (end == start || tight) {
                return start;
            }
            add(folded.substring(start, end), length, separate);
            return end;
        }

        private void append(int c) {
            boolean separate = space != 0 && result.isEmpty() == false;
            bytes += utf8Length(c) + (separate ? 1 : 0);
            if (bytes > maxBytes) {
                full = true;
                return;
            }
            if (separate) {
                result.append(space);
            }
            space = 0;
            result.appendCodePoint(c);
        }
    }

    /**
     * The same if the text is whole. A truncated text gets a last line that names its source, so that texts of different sources are never
     * equal, even if they only differ in the part that was cut off.
     *
     * @param sourceHash ASCII letters and digits that another source does not have
     * @param maxBytes maximum number of UTF-8 bytes of the result; a text for which the line is too long stays as it is
     */
    public CanonicalText withSource(String sourceHash, int maxBytes) {
        String line = "\n... " + HexFormat.of().formatHex(sourceHash.getBytes(StandardCharsets.US_ASCII));
        if (truncated == false || maxBytes <= line.length()) {
            return this;
        }
        String cut = of(value, maxBytes - line.length()).value();
        return new CanonicalText(cut + line, true);
    }

    /** Bytes of the text in UTF-8. O(n). */
    public int utf8Length() {
        int bytes = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            // a pair of surrogates takes four
            bytes += Character.isSurrogate(c) ? 2 : utf8Length(c);
        }
        return bytes;
    }

    private static int utf8Length(int c) {
        if (c < 0x80) {
            return 1;
        }
        return c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    }
}
