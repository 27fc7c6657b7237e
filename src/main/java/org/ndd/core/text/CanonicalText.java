package org.ndd.core.text;

import com.ibm.icu.text.Normalizer2;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/**
 * The canonical form of a text, which is fingerprinted, compared, stored and shown. It is NFKC case-folded with a pinned Unicode version,
 * in the {@link CharacterForms} that do not differ between copies of a text. Each run of white space is one space, or one line break if the
 * run contains one. The canonical form of a canonical text is the same text.
 *
 * <p>Takes O(n) time, and O(maxBytes) memory in addition to the input, for any input. A text is folded piece by piece. Followers are
 * characters, mostly combining marks, that may change the form of the character before them. Only {@value #MAX_FOLLOWERS} followers in a
 * row are kept, because sorting a longer run takes quadratic time. No language has such a run.
 *
 * @param value the text
 * @param truncated whether a part of the text was cut off
 */
public record CanonicalText(String value, boolean truncated) {

    /**
     * Maximum number of followers before folding. Greater than the number that is kept, since folding may make three followers of one, or
     * one of several.
     */
    private static final int MAX_RAW_FOLLOWERS = 64;

    private static final int MAX_FOLLOWERS = 30;

    /** Minimum number of code units that are folded together. */
    private static final int PIECE = 512;

    /** Minimum number of ASCII code units that are appended together. */
    private static final int MIN_ASCII = 32;

    private static final char REPLACEMENT = '\uFFFD';
    private static final Normalizer2 NFKC_CASEFOLD = Normalizer2.getNFKCCasefoldInstance();

    /** Characters whose form, or that of the one before them, may depend on both. */
    private static final CodePoints FOLLOWERS =
            new CodePoints(c -> c >= 0x300 && NFKC_CASEFOLD.hasBoundaryBefore(c) == false);

    /** Characters that are processed one by one. */
    private static final CodePoints SPECIAL = new CodePoints(c -> CharacterForms.ALL.has(c) || FOLLOWERS.has(c));

    /**
     * Returns the canonical form of a plain text whose lines may be wrapped: each paragraph is one line, see {@link Paragraphs}.
     *
     * @param plain any sequence of code units
     * @param maxBytes as for {@link #of}
     */
    public static CanonicalText ofParagraphs(String plain, int maxBytes) {
        return of(Paragraphs.join(plain), maxBytes);
    }

    /**
     * Returns the canonical form of a text whose line breaks are all intended.
     *
     * @param plain any sequence of code units; lone surrogates become U+FFFD
     * @param maxBytes maximum number of UTF-8 bytes of the result; a longer text is cut at a code point
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
            int end = endOfPlain(plain, i, Math.min(plain.length(), i + PIECE));
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
     * Returns the end of a run of ASCII, which folding only converts to lower case; the start if the run is short. Excludes a character
     * before one that is not ASCII, because that one may be its follower.
     */
    private static int endOfAscii(String text, int start, int most) {
        int end = start;
        while (end < most && text.charAt(end) < 0x80) {
            end++;
        }
        end -= end < text.length() && text.charAt(end) >= 0x80 ? 1 : 0;
        return end - start < MIN_ASCII ? start : end;
    }

    /** Returns the end of a run of code units that do not change and are not followers, as most are: these are appended together. */
    private static int endOfPlain(String text, int start, int most) {
        int end = start;
        while (end < most && isPlain(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isPlain(char c) {
        return c < 0x80 || Character.isSurrogate(c) == false && SPECIAL.bit(c) == 0;
    }

    /** Collects code units that are folded together, and passes them to the collector. */
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

        /** Folds a long piece. Called before a character that is not a follower. */
        void endIfLong() {
            if (units.length() >= PIECE) {
                end();
            }
        }

        void end() {
            if (units.isEmpty()) {
                return;
            }
            // has the same result as folding for ASCII alone, and is faster
            collector.add(ascii ? units.toString().toLowerCase(Locale.ROOT) : NFKC_CASEFOLD.normalize(units));
            units.setLength(0);
            ascii = true;
        }
    }

    /** Appends folded text; normalizes white space, and limits runs of followers and the length. */
    private static final class Collector {

        private final int maxBytes;
        private final StringBuilder result = new StringBuilder();
        private int bytes;
        private int followers;
        private char space;
        /** Whether no further word fits, but possibly a part of one. */
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

        /** Appends ASCII words with one blank between each two, if they fit; returns their end. */
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

        /** Returns whether a character is ASCII and not white space. */
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

        /** Appends the usual characters up to the next white space, if they fit; returns their end. */
        private int addWord(String folded, int start) {
            int end = start;
            int length = 0;
            for (; end < folded.length(); end++) {
                char c = folded.charAt(end);
                if (WhiteSpace.is(c) || isPlain(c) == false) {
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
     * Returns a truncated text with a last line that names its source; a complete text is returned unchanged. So texts of different sources
     * are never equal, even if they differ only in the part that was cut off.
     *
     * @param sourceHash ASCII letters and digits that another source does not have
     * @param maxBytes maximum number of UTF-8 bytes of the result; if the line is too long, the text is returned unchanged
     */
    public CanonicalText withSource(String sourceHash, int maxBytes) {
        String line = "\n... " + HexFormat.of().formatHex(sourceHash.getBytes(StandardCharsets.US_ASCII));
        if (truncated == false || maxBytes <= line.length()) {
            return this;
        }
        String cut = of(value, maxBytes - line.length()).value();
        return new CanonicalText(cut + line, true);
    }

    /** Returns the number of bytes of the text in UTF-8. O(n). */
    public int utf8Length() {
        int bytes = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            // a pair of surrogates takes four bytes
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
