package org.ndd.core.compare;

import org.ndd.core.align.PreparedText;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;
import org.ndd.core.text.ContentDigest;
import org.ndd.core.text.Quotation;
import org.ndd.core.text.TitleWords;
import org.ndd.core.text.WordSpacing;

/**
 * A document that is compared repeatedly: its masked text is computed on first use, and kept. It can be kept in a cache, with
 * {@link #ramBytes} as its size, and used by several threads.
 *
 * <p>A document that is compared with many others, such as a canonical document with its group, is used as a {@linkplain #asPivot pivot}. A
 * pivot keeps more data, and belongs to one thread.
 */
public final class PreparedPage {
    private static final int OBJECT_BYTES = 200;
    private static final int MAX_KEPT = 1 << 18;

    private final PageText page;
    /** The document that computes and keeps the masked text: for a pivot the document from which it was made, else this. */
    private final PreparedPage origin;

    private final boolean pivot;
    /** Whether quoted lines are compared too. */
    private final boolean quotes;
    /** The text without quoted lines; the text itself if it has no quotations. */
    private volatile String own;
    /** The same document with its quoted lines. */
    private volatile PreparedPage withQuotes;

    private volatile WordSpacing spacing;
    private volatile String foldedTitle;
    private volatile SiteBoilerplate.Masked masked;
    /** See {@link #ownLines}; only computed for documents that are compared with documents of other sites. */
    private volatile long[] ownLines;

    private volatile long ramBytes;
    /** Results of {@link #minLength} and {@link #letters}; -1 until they are computed. */
    private volatile int minLength = -1;

    private volatile int letters = -1;
    /** Texts that a pivot keeps, by {@link Masking}. */
    private final PreparedText[] kept = new PreparedText[Masking.values().length];

    /** The lines of a document that are masked as boilerplate of its site. */
    enum Masking {
        /** No lines. */
        NONE,
        /** Common lines; rarely needed, so this text is not kept. */
        COMMON,
        /** All lines that are masked within a site. */
        FULL,
        /** All lines that are masked in a comparison with a document of another site. */
        OTHER_SITE
    }

    public PreparedPage(PageText page) {
        this(page, false);
    }

    private PreparedPage(PageText page, boolean quotes) {
        this.page = page;
        this.origin = this;
        this.pivot = false;
        this.quotes = quotes;
    }

    private PreparedPage(PreparedPage origin) {
        this.page = origin.page;
        this.origin = origin;
        this.pivot = true;
        this.quotes = false;
    }

    /**
     * Returns the same document for a series of comparisons. It also keeps the table of its windows and its word statistics, under 40 bytes
     * per code unit, or twice as much if it is compared differently with documents of other sites. For a document of more than {@value
     * #MAX_KEPT} code units, or half of that, no such data are kept, so a pivot never takes more than 10 MB. Not thread-safe, and not for
     * caches.
     *
     * @param comparisons number of comparisons; for a single one nothing is kept
     */
    public PreparedPage asPivot(long comparisons) {
        int mostKept = hasDatedLines() ? MAX_KEPT / 2 : MAX_KEPT;
        return comparisons > 1 && page.text().length() <= mostKept ? new PreparedPage(this) : this;
    }

    public PageText page() {
        return page;
    }

    /** Returns the maximum number of bytes of heap, including masked texts, without those of a pivot. O(n) once. */
    public long ramBytes() {
        long known = ramBytes;
        if (known == 0) {
            String text = page.text();
            int most = 0;
            long lines = 1;
            for (int i = 0; i < text.length(); i++) {
                char unit = text.charAt(i);
                most |= unit;
                lines += unit == '\n' ? 1 : 0;
            }
            long bytes = (most < 0x100 ? 1L : 2L) * text.length();
            int masked = hasDatedLines() ? 2 : hasBoilerplate() ? 1 : 0;
            boolean quotations = Quotation.isIn(text);
            int copies = 1 + masked + (quotations ? 2 + masked : 0);
            // hashes of a line and its form, and for masked texts the line
            int bytesPerLine = 2 * Long.BYTES + (hasBoilerplate() ? Long.BYTES + Integer.BYTES : 0);
            long ofLines = (quotations ? 2L : 1L) * bytesPerLine * lines;
            known = OBJECT_BYTES + copies * bytes + 2L * page.title().length() + ofLines;
            ramBytes = known;
        }
        return known;
    }

    /** Returns the text that is compared, before boilerplate is masked. O(n) once. */
    private String content() {
        String known = origin.own;
        if (known == null) {
            known = quotes ? Quotation.withoutHeaders(page.text()) : Quotation.ownText(page.text());
            origin.own = known;
        }
        return known;
    }

    /** Returns whether many documents of its family have the title, so that it does not name the object of the document. */
    boolean hasSharedTitle() {
        return page.boilerplate() != null && page.boilerplate().hasSharedTitle(foldedTitle());
    }

    /** Returns the title as canonical text. O(title) once. */
    String foldedTitle() {
        String known = origin.foldedTitle;
        if (known == null) {
            known = TitleWords.folded(page.title());
            origin.foldedTitle = known;
        }
        return known;
    }

    /** Returns whether the document has blanks between Korean words. O(n) once. */
    WordSpacing spacing() {
        WordSpacing known = origin.spacing;
        if (known == null) {
            known = WordSpacing.of(page.text());
            origin.spacing = known;
        }
        return known;
    }

    /** Returns whether the document has enough text to be compared without quotations; true if it has no quotations. */
    boolean hasOwnText() {
        return content().length() == page.text().length() || ContentDigest.isShort(content()) == false;
    }

    /** Returns the same document with its quoted lines, except for the header lines of messages. */
    PreparedPage withQuotes() {
        if (quotes || content().length() == page.text().length()) {
            return this;
        }
        PreparedPage known = origin.withQuotes;
        if (known == null) {
            known = new PreparedPage(page, true);
            origin.withQuotes = known;
        }
        return known;
    }

    /** Returns the masked texts; the whole text if there is no boilerplate. O(n) once. */
    SiteBoilerplate.Masked masked() {
        SiteBoilerplate.Masked known = origin.masked;
        if (known == null) {
            known = hasBoilerplate() ? page.boilerplate().mask(content()) : SiteBoilerplate.Masked.none(content());
            origin.masked = known;
        }
        return known;
    }

    /**
     * Returns the minimum number of code units of this document that a comparison reads, with any masking, with or without quotations. O(n)
     * once.
     */
    int minLength() {
        int known = origin.minLength;
        if (known < 0) {
            int quoted = withQuotes() == this
                    ? Integer.MAX_VALUE
                    : withQuotes().masked().forOtherSites().length();
            known = Math.min(masked().forOtherSites().length(), quoted);
            origin.minLength = known;
        }
        return known;
    }

    /**
     * Returns the number of code units of letters and digits: a lower bound of the length of any document with the same words. O(n) once.
     */
    int letters() {
        int known = origin.letters;
        if (known < 0) {
            known = 0;
            String text = page.text();
            for (int i = 0; i < text.length(); ) {
                int c = text.codePointAt(i);
                int units = Character.charCount(c);
                known += Character.isLetterOrDigit(c) ? units : 0;
                i += units;
            }
            origin.letters = known;
        }
        return known;
    }

    /** Returns the text as it is compared. */
    PreparedText text(Masking masking) {
        if (pivot == false) {
            return new PreparedText(string(masking), false);
        }
        int i = masking.ordinal();
        if (kept[i] == null) {
            kept[i] = new PreparedText(string(masking), true);
        }
        return kept[i];
    }

    /**
     * Returns the text as it is compared with a document of another site: without the lines of the boilerplate, dated ones too, except
     * those that the other document has in its own text. O(lines log lines) if no line of the boilerplate stays, O(n) otherwise.
     */
    PreparedText textComparedWith(PreparedPage other) {
        long[] content = hasBoilerplate() ? page.boilerplate().linesAmong(other.ownLines()) : new long[0];
        if (content.length > 0) {
            return new PreparedText(page.boilerplate().maskForOtherSite(content(), content), false);
        }
        boolean same = masked().forOtherSites().length() == masked().full().length();
        return text(same ? Masking.FULL : Masking.OTHER_SITE);
    }

    /** Hashes of the lines, and of their forms, that are left in comparisons with documents of other sites. O(n) once. */
    private long[] ownLines() {
        long[] known = origin.ownLines;
        if (known == null) {
            known = masked().lineHashes();
            origin.ownLines = known;
        }
        return known;
    }

    private String string(Masking masking) {
        return switch (masking) {
            case NONE -> page.text();
            case COMMON -> hasBoilerplate() ? page.boilerplate().mask(content(), Level.COMMON) : content();
            case FULL -> masked().full();
            case OTHER_SITE -> masked().forOtherSites();
        };
    }

    private boolean hasDatedLines() {
        return hasBoilerplate() && page.boilerplate().hasDatedLines();
    }

    private boolean hasBoilerplate() {
        return page.boilerplate() != null && page.boilerplate().isEmpty() == false;
    }
}
