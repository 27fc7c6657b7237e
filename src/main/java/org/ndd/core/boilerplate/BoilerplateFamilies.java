package org.ndd.core.boilerplate;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.ndd.core.text.Site;

/**
 * Determines the families of documents whose boilerplate is learned together. Each document belongs to that of its host; documents without
 * a host share one, {@link #NO_HOST}. A document of a section of a site belongs to the family of the section in addition.
 */
public final class BoilerplateFamilies {

    /** The family of the documents without a host. */
    public static final String NO_HOST = String.valueOf(Site.SECTION);

    private BoilerplateFamilies() {}

    /**
     * Returns the names of the families of a document.
     *
     * @param site result of {@link Site#of(String, String)}; {@code null} if none is known
     * @return one or two names, the wider family first
     */
    public static List<String> of(String site) {
        if (site == null) {
            return List.of(NO_HOST);
        }
        int section = site.indexOf(Site.SECTION);
        if (section < 0) {
            return List.of(site);
        }
        return List.of(section == 0 ? NO_HOST : site.substring(0, section), site);
    }

    /**
     * Returns the boilerplate of a document: that of all its families. O(lines) if it has more than one.
     *
     * @param site result of {@link Site#of(String, String)}; {@code null} if none is known
     * @param known returns the boilerplate of a family by name; {@code null} for an unknown one
     * @return {@code null} if the boilerplate of no family is known
     */
    public static SiteBoilerplate boilerplate(String site, Function<String, SiteBoilerplate> known) {
        return of(site).stream()
                .map(known)
                .filter(Objects::nonNull)
                .reduce(SiteBoilerplate::with)
                .orElse(null);
    }
}
