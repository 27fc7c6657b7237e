package org.ndd.core.text;

import com.ibm.icu.text.Normalizer2;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The canonical form of a text, which is fingerprinted, compared, stored and shown. It is NFKC case-folded with a pinned Unicode version,
 * in the {@link CharacterForms} that do not differ between copies of a text. Each run of white space is one space, or one line break if the
 * run contains one. The canonical form of a canonical text is the same text.
 *
 * <p>Takes O(n) time, and O(maxBytes) memory in addition to the input, for any input. Most characters are folded one by one, by a table.
 * Others are folded together, in pieces. Followers are characters, mostly combining marks, that may change the form of the character before
 * them. Only {@value #MAX_FOLLOWERS} followers in a row are kept, because sorting a longer run takes quadratic time. No language has such a
 * run.
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

    /** Maximum number of code units that are folded together, unless followers come after them. */
    private static final int PIECE = 512;

    /** Maximum number of UTF-8 bytes of a code unit. */
    private static final int MAX_BYTES_PER_UNIT = 3;

    private static final char REPLACEMENT = '\uFFFD';
    private static final Normalizer2 NFKC_CASEFOLD = Normalizer2.getNFKCCasefoldInstance();

    /** Characters whose form, or that of the one before them, may depend on both. */
    private static final CodePoints FOLLOWERS =
            new CodePoints(c -> c >= 0x300 && NFKC_CASEFOLD.hasBoundaryBefore(c) == false);

    /**
     * The folded form of each character of the first plane whose form is one character and depends on followers only; 0 for other
     * characters. White space has the form of a blank or a line break.
     */
    private static final char[] SIMPLE = simple();

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
        ParameterCheck.range("max_bytes", maxBytes, 1, Long.MAX_VALUE);
        Collector collector = new Collector(maxBytes, plain.length());
        int followers = 0;
        // kind of the folded number before this character
        int number = FoldedNumbers.NONE;
        for (int i = 0; i < plain.length() && collector.full == false; ) {
            if (number != FoldedNumbers.NONE && CodePoints.DIGITS.has(plain.codePointAt(i))) {
                collector.add(" ", false);
                number = FoldedNumbers.NONE;
            }
            int end = collector.addSimple(plain, i);
            if (end > i) {
                followers = 0;
                number = FoldedNumbers.NONE;
                i = end;
                continue;
            }
            int c = plain.codePointAt(i);
            i += Character.charCount(c);
            if (FoldedNumbers.ALL.has(c)) {
                followers = 0;
                number = collector.addNumber(c, number);
                continue;
            }
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
                c = REPLACEMENT;
            }
            String form = CharacterForms.of(c);
            boolean follows = form == null && FOLLOWERS.has(c);
            boolean dropped = form != null && form.isEmpty();
            followers = follows ? followers + 1 : dropped ? followers : 0;
            number = dropped ? number : FoldedNumbers.NONE;
            if (followers <= MAX_RAW_FOLLOWERS) {
                collector.add(form == null ? Character.toString(c) : form, follows);
            }
        }
        collector.foldPiece();
        return new CanonicalText(collector.result(), collector.full);
    }

    /** Returns whether a character has no form in canonical text. O(1). */
    public static boolean drops(int c) {
        return CharacterForms.DROPPED.has(c);
    }

    private static char[] simple() {
        char[] simple = new char[Character.MAX_VALUE + 1];
        for (int c = 0; c < simple.length; c++) {
            if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE
                    || FOLLOWERS.has(c)
                    || FoldedNumbers.ALL.has(c)) {
                continue;
            }
            String form = CharacterForms.of(c);
            String folded = NFKC_CASEFOLD.normalize(form == null ? Character.toString(c) : form);
            if (folded.length() == 1 && FOLLOWERS.has(folded.charAt(0)) == false) {
                char unit = folded.charAt(0);
                simple[c] = WhiteSpace.isLineBreak(unit) ? '\n' : WhiteSpace.is(unit) ? ' ' : unit;
            }
        }
        return simple;
    }

    /** Appends folded text; normalizes white space, and limits runs of followers and the length. */
    private static final class Collector {

        private final int maxBytes;
        /** Characters that are folded together. */
        private final StringBuilder piece = new StringBuilder();

        private char[] units;
        private int length;
        private int bytes;
        private int followers;
        private char space;
        private boolean full;

        Collector(int maxBytes, int expectedLength) {
            this.maxBytes = maxBytes;
            this.units = new char[Math.min(expectedLength, maxBytes) + 1];
        }

        String result() {
            return new String(units, 0, length);
        }

        /**
         * Appends a run of simple characters, as most are. Excludes one before a character that is not simple, because that one may be its
         * follower, and the last ones that may not fit.
         *
         * @return the end of the run, the start if it is empty
         */
        int addSimple(String text, int start) {
            char c = simple(text, start);
            char next = simple(text, start + 1);
            if (c == 0 || next == 0) {
                return start;
            }
            foldPiece();
            // one byte for a blank before the run
            int most = (maxBytes - bytes - 1) / MAX_BYTES_PER_UNIT;
            int end = start + Math.min(text.length() - start, most);
            ensureCapacity(end - start + 1);
            char[] to = units;
            int size = length;
            int more = 0;
            char between = space;
            int i = start;
            while (i < end && next != 0) {
                if (c == ' ' || c == '\n') {
                    between = c == '\n' || between == '\n' ? '\n' : ' ';
                } else {
                    if (between != 0) {
                        to[size] = between;
                        size += size > 0 ? 1 : 0;
                        between = 0;
                    }
                    to[size++] = c;
                    more += c < 0x80 ? 0 : c < 0x800 ? 1 : 2;
                }
                i++;
                c = next;
                next = simple(text, i + 1);
            }
            followers = i > start ? 0 : followers;
            bytes += size - length + more;
            length = size;
            space = between;
            return i;
        }

        private static char simple(String text, int i) {
            return i < text.length() ? SIMPLE[text.charAt(i)] : ' ';
        }

        /** Adds a character to those that are folded together. */
        void add(String form, boolean follows) {
            if (follows == false && piece.length() >= PIECE) {
                foldPiece();
            }
            piece.append(form);
        }

        /**
         * Adds a folded number, separated from a digit before it.
         *
         * @param before kind of the folded number that ends before it
         * @return its kind; {@link FoldedNumbers#NONE} if a digit after it would not continue it
         */
        int addNumber(int c, int before) {
            int kind = FoldedNumbers.kind(c);
            String folded = FoldedNumbers.form(c);
            boolean joins = kind == before && FoldedNumbers.isPositional(kind);
            if (joins == false && FoldedNumbers.begins(folded) && (before != FoldedNumbers.NONE || endsWithDigit())) {
                add(FoldedNumbers.separator(kind), false);
            }
            add(folded, false);
            return FoldedNumbers.ends(folded) ? kind : FoldedNumbers.NONE;
        }

        private boolean endsWithDigit() {
            if (piece.isEmpty()) {
                return space == 0 && length > 0 && CodePoints.DIGITS.has(Character.codePointBefore(units, length));
            }
            return CodePoints.DIGITS.has(piece.codePointBefore(piece.length()));
        }

        void foldPiece() {
            if (piece.isEmpty()) {
                return;
            }
            String folded = NFKC_CASEFOLD.normalize(piece);
            piece.setLength(0);
            for (int i = 0; i < folded.length() && full == false; ) {
                int end = addSimple(folded, i);
                if (end == i) {
                    int c = folded.codePointAt(i);
                    append(c);
                    end = i + Character.charCount(c);
                }
                i = end;
            }
        }

        private void append(int c) {
            if (WhiteSpace.is(c)) {
                space = WhiteSpace.isLineBreak(c) || space == '\n' ? '\n' : ' ';
                followers = 0;
                return;
            }
            followers = FOLLOWERS.has(c) ? followers + 1 : 0;
            if (followers > MAX_FOLLOWERS) {
                return;
            }
            boolean separate = space != 0 && length > 0;
            bytes += utf8Length(c) + (separate ? 1 : 0);
            if (bytes > maxBytes) {
                full = true;
                return;
            }
            ensureCapacity(3);
            if (separate) {
                units[length++] = space;
            }
            space = 0;
            length += Character.toChars(c, units, length);
        }

        private void ensureCapacity(int more) {
            if (length + more > units.length) {
                units = Arrays.copyOf(units, Math.max(length + more, units.length + (units.length >> 1)));
            }
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
