package org.ndd.core.compare;

import java.util.Objects;
import org.ndd.core.template.SiteTemplate;

/**
 * One side of a comparison.
 *
 * @param text canonical text
 * @param site site of the page, or null where none is known: then no rule about sites applies
 * @param template what the site repeats, or null where nothing is known about that; a site that was looked at and
 *     repeats nothing has an empty template
 */
public record PageText(String text, String site, SiteTemplate template) {
    public PageText {
        Objects.requireNonNull(text, "text");
    }

    /** Whether both sites are known, and are not the same. */
    public boolean isOfOtherSiteThan(PageText other) {
        return site != null && other.site != null && site.equals(other.site) == false;
    }

    /** A text of which neither site nor template is known. */
    public static PageText of(String text) {
        return new PageText(text, null, null);
    }
}
