package org.ndd.core.compare;

import java.util.Objects;
import org.ndd.core.boilerplate.SiteBoilerplate;

/**
 * One side of a comparison.
 *
 * @param text canonical text
 * @param title title as displayed; empty if unknown
 * @param site site of the document, or null if unknown: then no rule about sites applies
 * @param boilerplate boilerplate of the site, or null if unknown; a site without repeated lines has an empty boilerplate
 * @param noise whether the text is scanned or typed, so that characters may be wrong; used if both documents of a comparison have it
 */
public record PageText(String text, String title, String site, SiteBoilerplate boilerplate, boolean noise) {
    public PageText {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(title, "title");
    }

    /** Creates a document without noise. */
    public PageText(String text, String title, String site, SiteBoilerplate boilerplate) {
        this(text, title, site, boilerplate, false);
    }

    /** Creates a document without a title. */
    public PageText(String text, String site, SiteBoilerplate boilerplate) {
        this(text, "", site, boilerplate);
    }

    /** Returns whether text and title are equal to those of another document. */
    public boolean hasTextOf(PageText other) {
        return text.equals(other.text) && title.equals(other.title);
    }

    /** Returns whether both sites are known and differ. */
    public boolean isOnOtherSite(PageText other) {
        return site != null && other.site != null && site.equals(other.site) == false;
    }

    /** Returns whether both sites are known and equal. */
    public boolean isOnSameSite(PageText other) {
        return site != null && site.equals(other.site);
    }

    /** Returns a document with unknown title, site and boilerplate. */
    public static PageText of(String text) {
        return new PageText(text, null, null);
    }
}
