package org.ndd.core.compare;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.ndd.core.align.PairMeasures;
import org.ndd.core.align.PreparedText;
import org.ndd.core.align.TrustedRegions.Region;
import org.ndd.core.text.WordSpacing;

/**
 * A pair that is compared repeatedly with different thresholds or weights, in order to choose these. It keeps sketches and alignments,
 * which take nearly all of the time. All callers must use the same preset, window, slope and regions. Not thread-safe.
 */
public final class PreparedPair {

    /**
     * Minimum resemblance of the sketches of texts that differ by noise: that of a text with one error in eight characters. Short texts
     * need no minimum, since they are aligned as a whole.
     */
    private static final double MIN_SHARED = 0.2;

    private final PreparedPage a;
    private final PreparedPage b;
    /** Whether both are compared syllable by syllable, because only one has blanks between its words. */
    private final boolean bySyllable;

    private MaskedPair masked;
    private MaskedPair compared;
    private PairMeasures measures;

    /**
     * @param a the document above in rank
     * @param b the other document
     */
    public PreparedPair(PreparedPage a, PreparedPage b) {
        this.a = a;
        this.b = b;
        this.bySyllable = a.spacing().isOtherThan(b.spacing());
    }

    /** Creates a pair whose compared texts are known. */
    private PreparedPair(PreparedPage a, PreparedPage b, MaskedPair compared) {
        this.a = a;
        this.b = b;
        this.bySyllable = false;
        this.masked = compared;
        this.compared = compared;
    }

    /** Returns whether both documents are scanned or typed. */
    boolean hasNoise() {
        return a.page().noise() && b.page().noise();
    }

    /**
     * Returns the pair without errors of scanners and typists: one text has the spelling of the other in the words that differ only by
     * these. Does not depend on the order of the two. Must be called after {@link #masked}. O(|A|+|B|), and an LCS of texts that share
     * enough.
     *
     * @param bounds bounds of near-duplicates
     * @return null if the texts do not differ by noise
     */
    PreparedPair withoutNoise(NearBounds bounds, SimilarityParameters parameters, Runnable check) {
        PairMeasures known = measures(parameters, check);
        if (bySyllable
                || bounds.isTooShort(compared, known)
                || Math.max(known.lengthA(), known.lengthB()) > Noise.MAX_DIFFERENCE
                        && known.resemblance(known.sketches().smaller()) < MIN_SHARED) {
            return null;
        }
        boolean aFirst = compared.a().text().compareTo(compared.b().text()) <= 0;
        PreparedText first = aFirst ? compared.a() : compared.b();
        PreparedText second = aFirst ? compared.b() : compared.a();
        PairMeasures ordered =
                aFirst ? known : new PairMeasures(first, second, parameters.window(), parameters.regions(), check);
        Noise noise = Noise.of(first.text(), second.text(), ordered.alignment());
        String titleA = a.foldedTitle();
        String titleB = b.foldedTitle();
        Noise titles = aFirst ? Noise.of(titleA, titleB) : Noise.of(titleB, titleA);
        if (noise.isOfDocument(titles) == false) {
            return null;
        }
        PreparedText other = new PreparedText(noise.repaired(), false);
        MaskedPair pair = new MaskedPair(aFirst ? compared.a() : other, aFirst ? other : compared.b());
        return new PreparedPair(
                titled(a, aFirst ? titleA : titles.repaired()), titled(b, aFirst ? titles.repaired() : titleB), pair);
    }

    private static PreparedPage titled(PreparedPage page, String title) {
        PageText text = page.page();
        return new PreparedPage(new PageText(text.text(), title, text.site(), text.boilerplate(), text.noise()));
    }

    PreparedPage a() {
        return a;
    }

    PreparedPage b() {
        return b;
    }

    /** Returns document A as it is compared. */
    PreparedPage comparedA() {
        return compared(a);
    }

    /** Returns document B as it is compared. */
    PreparedPage comparedB() {
        return compared(b);
    }

    /** Returns whether neither title names the object of its document, because many documents of the families have it. */
    boolean haveSharedTitles() {
        return a.hasSharedTitle() && b.hasSharedTitle();
    }

    private PreparedPage compared(PreparedPage page) {
        PageText text = page.page();
        return bySyllable
                ? new PreparedPage(new PageText(
                        WordSpacing.bySyllable(text.text()),
                        WordSpacing.bySyllable(text.title()),
                        text.site(),
                        text.boilerplate()))
                : page;
    }

    /** Returns the texts without boilerplate, or whole; the argument is used only in the first call. */
    MaskedPair masked(boolean whole) {
        if (masked == null) {
            masked = whole ? MaskedPair.whole(a, b) : MaskedPair.of(a, b);
            compared = bySyllable ? masked.bySyllable() : masked;
        }
        return masked;
    }

    /** Returns the texts that are measured: the masked texts, by syllable if necessary. Must be called after {@link #masked}. */
    MaskedPair compared() {
        return compared;
    }

    /** Returns the measures; the arguments are used only in the first call. */
    PairMeasures measures(SimilarityParameters parameters, Runnable check) {
        if (measures == null) {
            measures = new PairMeasures(compared.a(), compared.b(), parameters.window(), parameters.regions(), check);
        }
        return measures;
    }

    /** Converts regions of the measured texts to regions of the whole texts. O(|A|+|B|). */
    List<Region> inWholeTexts(List<Region> regions) {
        if (regions.isEmpty()) {
            return regions;
        }
        IntUnaryOperator positionsA = inWholeText(a.page(), masked.a().text());
        IntUnaryOperator positionsB = inWholeText(b.page(), masked.b().text());
        return regions.stream()
                .map(region -> new Region(
                        positionsA.applyAsInt(region.startA()),
                        positionsA.applyAsInt(region.endA() - 1) + 1,
                        positionsB.applyAsInt(region.startB()),
                        positionsB.applyAsInt(region.endB() - 1) + 1,
                        region.text()))
                .toList();
    }

    private IntUnaryOperator inWholeText(PageText page, String text) {
        MaskedPositions positions = new MaskedPositions(page.text(), text);
        if (bySyllable == false) {
            return positions::of;
        }
        int[] inText = WordSpacing.positionsBySyllable(text);
        return position -> positions.of(inText[position] < 0 ? ~inText[position] : inText[position]);
    }

    /**
     * Translates positions of a masked text to positions of the whole text. Masking removes all copies of a line together, so the remaining
     * lines are located by scanning both texts in parallel. Immutable.
     */
    static final class MaskedPositions {
        /** For each line of the masked text: its start there, and its start in the whole text. */
        private final int[] maskedStarts;

        private final int[] wholeStarts;

        /**
         * Takes O(|whole|) time.
         *
         * @param whole a text
         * @param masked the same text without some of its lines
         */
        MaskedPositions(String whole, String masked) {
            int[] inMasked = new int[16];
            int[] inWhole = new int[16];
            int n = 0;
            int from = 0;
            for (int line = 0; line <= whole.length() && from <= masked.length(); ) {
                int end = lineEnd(whole, line);
                int length = lineEnd(masked, from) - from;
                if (length == end - line && whole.regionMatches(line, masked, from, length)) {
                    if (n == inMasked.length) {
                        inMasked = Arrays.copyOf(inMasked, 2 * n);
                        inWhole = Arrays.copyOf(inWhole, 2 * n);
                    }
                    inMasked[n] = from;
                    inWhole[n++] = line;
                    from += length + 1;
                }
                line = end + 1;
            }
            if (from <= masked.length()) {
                throw new IllegalArgumentException("[masked] must be lines of [whole]");
            }
            this.maskedStarts = Arrays.copyOf(inMasked, n);
            this.wholeStarts = Arrays.copyOf(inWhole, n);
        }

        /** Returns the position in the whole text of a character of the masked text. O(log lines). */
        int of(int position) {
            int line = Arrays.binarySearch(maskedStarts, position);
            if (line < 0) {
                line = -line - 2;
            }
            return wholeStarts[line] + position - maskedStarts[line];
        }

        private static int lineEnd(String text, int from) {
            int end = text.indexOf('\n', from);
            return end < 0 ? text.length() : end;
        }
    }
}
