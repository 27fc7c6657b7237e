package org.ndd.core.compare;

import java.util.Objects;
import org.ndd.core.boilerplate.SiteBoilerplate;

/**
 * One side of a comparison.
 *
 * @param text canonical text
 * @param title title as displayed; empty if unknown
 * @param site site of the page, or null if unknown: then no rule about sites applies
 * @param boilerplate the lines that the site repeats, or null if unknown; a site without repeated lines has an empty boilerplate
 * @param noise whether the text is scanned or typed, so that characters may be wrong; counts if both sides of a comparison are
 */
public record PageText(String text, String title, String site, SiteBoilerplate boilerplate, boolean noise) {
    public PageText {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(title, "title");
    }

    /** A text without noise. */
    public PageText(String text, String title, String site, SiteBoilerplate boilerplate) {
        this(text, title, site, boilerplate, false);
    }

    /** A text without a title. */
    public PageText(String text, String site, SiteBoilerplate boilerplate) {
        this(text, "", site, boilerplate);
    }

    /** Whether text and title are equal to those of another. */
    public boolean hasTextOf(PageText other) {
        return text.equals(other.text) && title.equals(other.title);
    }

    /** Whether both sites are known, and are not the same. */
    public boolean isOfOtherSiteThan(PageText other) {
        return site != null && other.site != null && site.equals(other.site) == false;
    }

    /** Whether both sites are known, and are the same. */
    public boolean isOfSiteOf(PageText other) {
        return site != null && site.equals(other.site);
    }

    /** A text with unknown title, site and boilerplate. */
    public static PageText of(String text) {
        return new PageText(text, null, null);
    }
}
